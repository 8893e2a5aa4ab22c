package server

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"halmazero/engine"
)

// questions are those of query, in the order in which an error lists them.
var questions = []struct {
	name   string
	answer func(p *engine.Position) string
}{
	// Of the interface, for two seats.
	{"gameover", func(p *engine.Position) string { return strconv.FormatBool(p.Result().Over()) }},
	{"p1turn", func(p *engine.Position) string { return strconv.FormatBool(p.Mover() == 0) }},
	{"result", resultWord},
	// Of Halma, for any number of seats.
	{"seats", func(p *engine.Position) string { return strconv.Itoa(p.Rules().Seats()) }},
	{"turn", turnWord},
	{"outcome", outcomeWord},
	{"preset", func(p *engine.Position) string { return p.Rules().Ref() }},
	{"position", func(p *engine.Position) string { return p.String() }},
	{"moves", movesWords},
}

// query answers a question about the position.
func (s *Server) query(question string) {
	names := make([]string, len(questions))
	for i, q := range questions {
		if q.name == question {
			s.say("response " + q.answer(&s.place.now))
			return
		}
		names[i] = q.name
	}
	s.complain(errors.New("query: unknown question " + strconv.Quote(question) + "; known: " + strings.Join(names, ", ")))
}

// resultWord is the result as the interface has it, p1win or p2win and so on by
// seat, draw, or none; what it has no word for is told as outcome does.
func resultWord(p *engine.Position) string {
	r := p.Result()
	switch r.Kind {
	case engine.Ongoing:
		return "none"
	case engine.Draw:
		return "draw"
	case engine.Win:
		return fmt.Sprintf("p%dwin", r.Seat+1)
	case engine.Ranked:
		if p.Rules().Seats() == 2 {
			return fmt.Sprintf("p%dwin", r.Order[0])
		}
	}
	return r.String()
}

// outcomeWord is the result as records have it: win:2, places:1,3,2,4, team:1,
// draw:turns; none while the game goes on.
func outcomeWord(p *engine.Position) string {
	if !p.Result().Over() {
		return "none"
	}
	return p.Result().String()
}

// turnWord is the seat to move, from 1; none when the game is over.
func turnWord(p *engine.Position) string {
	if p.Result().Over() {
		return "none"
	}
	return strconv.Itoa(p.Mover() + 1)
}

// movesWords are the legal moves in short form; none if there is none.
func movesWords(p *engine.Position) string {
	var words []string
	for _, m := range p.Moves(nil) {
		words = append(words, p.Board().ShortText(m))
	}
	if words == nil {
		return "none"
	}
	return strings.Join(words, " ")
}
