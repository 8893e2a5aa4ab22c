package engine_test

import (
	"strings"
	"testing"

	"halmazero/engine"
)

func TestRules(t *testing.T) {
	names := engine.PresetNames()
	const known = "leapstone-2 leapstone-4 plyyard star-121-2 star-121-3 star-121-4 star-121-5 star-121-6 star-181-2 star-181-3 star-181-4 star-181-5 " +
		"star-181-6 star-253-2 star-253-3 star-253-4 star-253-5 star-253-6 wiki-10 wiki-10-d50 wiki-2 wiki-4 wiki-4-teams wiki-8 wiki-8-d30 wiki-star3"
	if got := strings.Join(names, " "); got != known {
		t.Errorf("presets %s, want %s", got, known)
	}
	hashes := make(map[string]string)
	for _, name := range names {
		r := mustRules(t, name)
		if r.Ref() != name || r.ID() != name {
			t.Errorf("%s is called %s, %s", name, r.Ref(), r.ID())
		}
		if other, ok := hashes[r.Hash()]; ok {
			t.Errorf("%s and %s are the same rules", name, other)
		}
		hashes[r.Hash()] = name
		named := r.WithID("mine")
		if named.ID() != "mine" || named.Ref() != name || named.Hash() != r.Hash() || r.ID() != name {
			t.Errorf("%s under a name of its own: %s, %s", name, named.ID(), named.Ref())
		}
	}
	if got := strings.Join(engine.OptionNames(), " "); got != "agreed_draw board deadline finish first lock resign sealed_draw seats timeout turn_limit" {
		t.Errorf("options %s", got)
	}
	if seat, random := mustRules(t, "wiki-8").First(); seat != 0 || !random {
		t.Errorf("wiki-8: first %d, random %t", seat, random)
	}
	if seat, random := mustRules(t, "star-121-6,first=6").First(); seat != 5 || random {
		t.Errorf("first=6: first %d, random %t", seat, random)
	}
}

// What the presets say, spelled out.
func TestPresets(t *testing.T) {
	const none, wiki = "deadline=0 turn_limit=0 sealed_draw=off", "resign=off agreed_draw=off timeout=0"
	for ref, want := range map[string]string{
		"plyyard":      "board=sq16 seats=NW+SE first=1 lock=none finish=first " + none + " resign=on agreed_draw=on timeout=0",
		"leapstone-2":  "board=sq16 seats=NW+SE first=1 lock=none finish=first " + none + " resign=on agreed_draw=off timeout=3",
		"leapstone-4":  "board=sq16x4 seats=NW+NE+SE+SW first=1 lock=none finish=places " + none + " resign=on agreed_draw=off timeout=3",
		"wiki-2":       "board=sq16 seats=NW+SE first=random lock=end finish=first " + none + " " + wiki,
		"wiki-4":       "board=sq16x4 seats=NW+NE+SE+SW first=random lock=end finish=first " + none + " " + wiki,
		"wiki-4-teams": "board=sq16x4 seats=NW+NE+SE+SW first=random lock=end finish=teams " + none + " " + wiki,
		"wiki-8":       "board=sq8 seats=NW+SE first=random lock=end finish=first " + none + " " + wiki,
		"wiki-10":      "board=sq10 seats=NW+SE first=random lock=end finish=first " + none + " " + wiki,
		"wiki-8-d30":   "board=sq8 seats=NW+SE first=random lock=end finish=first deadline=30 turn_limit=0 sealed_draw=off " + wiki,
		"wiki-10-d50":  "board=sq10 seats=NW+SE first=random lock=end finish=first deadline=50 turn_limit=0 sealed_draw=off " + wiki,
		"wiki-star3":   "board=star121x15 seats=N+SE+SW first=random lock=end finish=first " + none + " " + wiki,
		"star-121-2":   "board=star121 seats=N+S first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		"star-121-3":   "board=star121 seats=N+SE+SW first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		"star-181-4":   "board=star181 seats=N+NE+S+SW first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		"star-253-5":   "board=star253 seats=N+NE+SE+S+SW first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		"star-181-6":   "board=star181 seats=N+NE+SE+S+SW+NW first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		// Every option, each changed once.
		"wiki-8,first=2,lock=path,deadline=7,turn_limit=90,sealed_draw=on,resign=on,agreed_draw=on,timeout=2": "board=sq8 seats=NW+SE first=2 " +
			"lock=path finish=first deadline=7 turn_limit=90 sealed_draw=on resign=on agreed_draw=on timeout=2",
		"star-121-3,seats=N+S+SW,lock=end,sealed_draw=off,turn_limit=0,finish=places,first=random": "board=star121 seats=N+S+SW first=random " +
			"lock=end finish=places " + none + " " + wiki,
		// Another board has the seats of as many players that are usual there.
		"wiki-8,board=star121":             "board=star121 seats=N+S first=random lock=end finish=first " + none + " " + wiki,
		"wiki-4,board=star253":             "board=star253 seats=N+NE+S+SW first=random lock=end finish=first " + none + " " + wiki,
		"wiki-4,board=sq16,first=2":        "board=sq16 seats=NW+SE first=2 lock=end finish=first " + none + " " + wiki,
		"star-121-6,board=sq16x4":          "board=sq16x4 seats=NW+NE+SE+SW first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		"star-121-6,board=star181":         "board=star181 seats=N+NE+SE+S+SW+NW first=1 lock=path finish=first deadline=0 turn_limit=1500 sealed_draw=on " + wiki,
		"wiki-star3,board=star121":         "board=star121 seats=N+SE+SW first=random lock=end finish=first " + none + " " + wiki,
		"wiki-8,seats=NE+SE,board=star121": "board=star121 seats=NE+SE first=random lock=end finish=first " + none + " " + wiki,
		"wiki-8,board=star121,seats=NE+SE": "board=star121 seats=NE+SE first=random lock=end finish=first " + none + " " + wiki,
	} {
		if got := mustRules(t, ref).Canonical(); got != want {
			t.Errorf("%s is\n%s, want\n%s", ref, got, want)
		}
	}
}

func TestSameRules(t *testing.T) {
	for _, pair := range [][2]string{
		{"wiki-8-d30", "wiki-8,deadline=30"},
		{"plyyard", "wiki-2,lock=none,first=1,resign=on,agreed_draw=on"},
		{"leapstone-2", "plyyard,agreed_draw=off,timeout=3"},
		{"wiki-10-d50,deadline=0,lock=path", "wiki-10,lock=path"},
		{"wiki-8,sealed_draw=on,turn_limit=9", "wiki-8,turn_limit=9,sealed_draw=on"},
		{"star-121-3", "star-121-2,seats=N+SE+SW"},
		{"star-121-2,seats=N+NE", "star-121-6,seats=N+NE"},
		{"wiki-4-teams", "wiki-4,finish=teams"},
		{"wiki-star3", "wiki-8,board=star121x15,seats=N+SE+SW"},
		{"wiki-8", "wiki-8,seats=NW+SE,board=sq8"},
		{"leapstone-4", "leapstone-2,board=sq16x4,finish=places"},
	} {
		a, b := mustRules(t, pair[0]), mustRules(t, pair[1])
		if a.Hash() != b.Hash() || a.Canonical() != b.Canonical() || a.Ref() != pair[0] {
			t.Errorf("%s and %s differ: %s, %s", pair[0], pair[1], a.Canonical(), b.Canonical())
		}
	}
	hashes := make(map[string]string)
	for _, ref := range []string{"wiki-8", "wiki-8,lock=none", "wiki-8,lock=path", "wiki-8,lock=endpass", "wiki-8,first=1", "wiki-8,first=2",
		"wiki-8,turn_limit=1", "wiki-8,sealed_draw=on", "wiki-8,deadline=1", "wiki-8,finish=places", "wiki-8,resign=on", "wiki-8,agreed_draw=on",
		"wiki-8,timeout=1", "wiki-8,timeout=2", "wiki-8,board=sq10", "star-121-2", "star-121-2,seats=N+NE", "star-121-2,seats=NE+SW"} {
		h := mustRules(t, ref).Hash()
		if other, ok := hashes[h]; ok {
			t.Errorf("%s and %s have one hash", ref, other)
		}
		hashes[h] = ref
	}
}

func TestRefusedRules(t *testing.T) {
	for ref, reason := range map[string]string{
		"":                               `unknown preset ""; known: leapstone-2, leapstone-4, plyyard, star-121-2,`,
		"star-121-7":                     `unknown preset "star-121-7"; known:`,
		"star-121":                       `unknown preset "star-121"`,
		"Wiki-8":                         `unknown preset "Wiki-8"`,
		"wiki-8,":                        `option "" is not of the form name=value`,
		"wiki-8,lock":                    `option "lock" is not of the form`,
		"wiki-8,lock=":                   `lock is "", want none, end, path, endpass`,
		"wiki-8,lock=end,lock=end":       "option lock is given twice",
		"wiki-8,looks=none":              `unknown option "looks"; known: agreed_draw, board, deadline, finish, first, lock, resign, sealed_draw, seats, timeout, turn_limit`,
		"wiki-8, lock=end":               `unknown option " lock"`,
		"wiki-8,deadline=-1":             `deadline is "-1", want 0 to 9999`,
		"wiki-8,deadline=10000":          `deadline is "10000"`,
		"wiki-8,deadline=007":            `deadline is "007"`,
		"wiki-8,turn_limit=x":            `turn_limit is "x"`,
		"wiki-8,turn_limit=999999999999": `turn_limit is "999999999999"`,
		"wiki-8,first=0":                 `first is "0", want a seat from 1 on, or random`,
		"wiki-8,first=3":                 "first is 3, want a seat from 1 to 2, or random",
		"wiki-8,first=7":                 `first is "7", want a seat`,
		"star-121-3,first=4":             "first is 4, want a seat from 1 to 3, or random",
		"star-121-6,first=6,seats=N+S":   "first is 6, want a seat from 1 to 2",
		"wiki-8,first=any":               `first is "any"`,
		"wiki-8,sealed_draw=yes":         `sealed_draw is "yes", want on, off`,
		"wiki-8,resign=1":                `resign is "1", want on, off`,
		"wiki-8,agreed_draw=":            `agreed_draw is "", want on, off`,
		"wiki-8,timeout=100":             `timeout is "100", want 0 to 99 missed turns`,
		"wiki-8,timeout=on":              `timeout is "on"`,
		"wiki-8,finish=last":             `finish is "last", want first, places, teams`,
		"wiki-8,board=sq9":               `board is "sq9", want sq8, sq10, sq16, sq16x4, star121, star121x15, star181, star253`,
		"star-121-2,seats=":              `seats is "", want corners of the board joined by +`,
		"star-121-2,seats=N":             `star121 needs two to six seats, "N" has 1`,
		"star-121-2,seats=S+N":           "name each corner once, in playing order, which is clockwise: N, NE, SE, S, SW, NW",
		"star-121-2,seats=N+N":           "name each corner once",
		"star-121-2,seats=N+E":           `"E" is no corner of star121; known: N, NE, SE, S, SW, NW`,
		"star-121-2,seats=n+s":           `"n" is no corner`,
		"star-121-2,seats=N++S":          `"" is no corner`,
		"star-121-2,seats=N+S+":          `"" is no corner`,
		"wiki-8,seats=N+S":               `"N" is no corner of sq8; known: NW, NE, SE, SW`,
		"wiki-8,seats=NE+SW":             "sq8 is played by NW+SE, not by NE+SW",
		"wiki-8,seats=NW+NE+SE+SW":       "sq8 is played by NW+SE, not by NW+NE+SE+SW",
		"wiki-4,seats=NW+SE":             "sq16x4 is played by NW+NE+SE+SW, not by NW+SE",
		"wiki-star3,seats=N+NE":          "on star121x15 the camps of N and NE share a cell, so both cannot be seats",
		"wiki-star3,seats=N+S+NW":        "the camps of NW and N share a cell",
		"star-121-6,board=star121x15":    "share a cell",
		"wiki-star3,deadline=30":         "deadline is for two seats, not for 3",
		"wiki-4,deadline=1":              "deadline is for two seats, not for 4",
		"wiki-8-d30,board=sq16x4":        "deadline is for two seats, not for 4",
		"wiki-8,finish=teams":            "finish=teams is for four seats, not for 2",
		"star-121-6,finish=teams":        "finish=teams is for four seats, not for 6",
		"wiki-4-teams,board=sq16":        "finish=teams is for four seats, not for 2",
		"wiki-4-teams,resign=on":         "finish=teams knows neither resign nor timeout",
		"wiki-4-teams,timeout=3":         "finish=teams knows neither resign nor timeout",
		"leapstone-4,finish=teams":       "finish=teams knows neither resign nor timeout",
	} {
		if _, err := engine.ParseRules(ref); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: error %v, want %q", ref, err, reason)
		}
	}
}
