package arena

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"halmazero/internal/fsx"
)

// Store is a file that keeps the games of a match or a tournament: JSON lines
// with checksums, the first one with the settings, every other one a game. A
// game is on the disk before it counts. While games are played their lines
// stand in the order in which they ended; Finish puts them in order of the
// index, so that the file of a finished match is the same however often it was
// stopped and whoever played it. One process holds the file at a time, by a
// lock file beside it.
type Store struct {
	path   string
	lock   *fsx.Lock
	log    *fsx.Log
	header []byte // the first line
	games  []Game
}

// ErrOther is wrapped by the error of OpenStore for a file that holds something
// else: other settings, or no games at all.
var ErrOther = errors.New("holds something else")

// OpenStore opens a store for the games of the given settings, which must
// become a JSON object, or begins one. A file of other settings, or one that
// is no store, is refused with an ErrOther and is not changed; so is what is no
// regular file, such as a folder, a device or a pipe, without a look into it.
func OpenStore(path string, settings any) (*Store, error) {
	header, err := fsx.EncodeLine(settings)
	if err != nil {
		return nil, fmt.Errorf("settings of the games: %w", err)
	}
	// Before the lock, whose file would be made beside a device, and before any
	// read: a device may have no end, and a pipe nobody who writes.
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		kind := "no regular file"
		if info.IsDir() {
			kind = "a folder"
		}
		return nil, fmt.Errorf("%s %w than games: it is %s; take another file", path, ErrOther, kind)
	}
	lock, err := fsx.TryLock(path + ".lock")
	if err != nil {
		return nil, err
	}
	s := &Store{path: path, lock: lock, header: header}
	if err := s.open(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// longestHeader bounds the first line of a file that is looked at: a thousand
// players with long names have room in it.
const longestHeader = 4 << 20

func (s *Store) open() error {
	first, err := firstLine(s.path)
	if err != nil {
		return fmt.Errorf("read stored games: %w", err)
	}
	begun := bytes.HasSuffix(first, []byte("\n"))
	if !begun && !bytes.HasPrefix(s.header, first) || begun && !whole(first) {
		return fmt.Errorf("%s %w than games; take another file", s.path, ErrOther)
	}
	if begun {
		if diff := differences(object(first), object(s.header)); diff != "" {
			return fmt.Errorf("%s %w: %s; take another file", s.path, ErrOther, diff)
		}
		if err := s.read(); err != nil {
			return err
		}
	}
	if s.log, err = fsx.OpenLog(s.path); err != nil || begun {
		return err
	}
	return s.log.Append(json.RawMessage(object(s.header)))
}

// firstLine is the beginning of a file up to its first newline, that included,
// or so much of it as a header may have; nothing if there is no file. What
// follows is not read: a file of somebody else may be of any size.
func firstLine(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	line, err := bufio.NewReader(io.LimitReader(f, longestHeader)).ReadBytes('\n')
	if err != nil && err != io.EOF {
		return nil, err
	}
	return line, nil
}

// marker begins the checksum of a line, which is its last key.
const marker = `,"crc32c":`

// whole reports whether a line is as a log has written it, with its checksum.
func whole(line []byte) bool {
	if bytes.LastIndex(line, []byte(marker)) < 0 {
		return false
	}
	again, err := fsx.EncodeLine(json.RawMessage(object(line)))
	return err == nil && bytes.Equal(again, line)
}

// object is a line without its checksum, which Append adds again.
func object(line []byte) []byte {
	cut := bytes.LastIndex(line, []byte(marker))
	return append(slices.Clone(line[:cut]), '}')
}

// read reads the games of a store that was begun.
func (s *Store) read() error {
	lines, err := fsx.ReadLog(s.path)
	if err != nil {
		return err
	}
	for i, line := range lines {
		if i == 0 { // the settings
			continue
		}
		var g Game
		if err := json.Unmarshal(line, &g); err != nil {
			return fmt.Errorf("%s:%d: %w", s.path, i+1, err)
		}
		s.games = append(s.games, g)
	}
	return nil
}

// differences says in words how the stored settings differ from the wanted
// ones; nothing if they are the same.
func differences(stored, wanted []byte) string {
	was, is := decoded(stored), decoded(wanted)
	var keys, list []string
	for key := range was {
		keys = append(keys, key)
	}
	for key := range is {
		if _, both := was[key]; !both {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if !reflect.DeepEqual(was[key], is[key]) {
			list = append(list, fmt.Sprintf("%s is %s there and %s here", key, short(was[key]), short(is[key])))
		}
	}
	return strings.Join(list, ", ")
}

// decoded is the content of a JSON object, with numbers as they are written.
func decoded(object []byte) map[string]any {
	var m map[string]any
	d := json.NewDecoder(bytes.NewReader(object))
	d.UseNumber()
	if err := d.Decode(&m); err != nil {
		panic(fmt.Sprintf("arena: a line with a checksum is no JSON object: %v", err))
	}
	return m
}

func short(v any) string {
	if v == nil {
		return "not given"
	}
	text, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("arena: a decoded setting cannot be encoded: %v", err))
	}
	return string(text)
}

// Games are the games that the file held when it was opened, in its order.
func (s *Store) Games() []Game { return s.games }

// Blame names the file in an error that wraps ErrKnown: about the games that it
// held.
func (s *Store) Blame(err error) error {
	if errors.Is(err, ErrKnown) {
		return fmt.Errorf("%s: %w", s.path, err)
	}
	return err
}

// Add appends a game. When it returns nil the game has reached the disk.
func (s *Store) Add(g Game) error { return s.log.Append(g) }

// Finish writes the file anew, whole, with the given games. Behind them stay
// those that the file held already of groups from the given index on: a match
// may be shorter this time.
func (s *Store) Finish(games []Game, from int) error {
	games = slices.Clone(games)
	for _, g := range s.games {
		if g.Pair >= from {
			games = append(games, g)
		}
	}
	buf := bytes.NewBuffer(slices.Clone(s.header))
	for i := range games {
		line, err := fsx.EncodeLine(&games[i])
		if err != nil {
			return fmt.Errorf("write %s: %w", s.path, err)
		}
		buf.Write(line)
	}
	if err := s.log.Close(); err != nil {
		return err
	}
	s.log = nil
	return fsx.WriteFile(s.path, buf.Bytes())
}

// Close frees the file. The lock file goes, too: beside a file that is not
// being written it would only make people ask what it is.
func (s *Store) Close() error {
	var err error
	if s.log != nil {
		err = s.log.Close()
		s.log = nil
	}
	return errors.Join(err, s.lock.Remove())
}
