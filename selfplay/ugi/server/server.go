package server

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"

	"halmazero/engine"
	"halmazero/internal/seed"
	"halmazero/selfplay/agent"
	"halmazero/selfplay/ugi"
)

// Config is what a server begins with.
type Config struct {
	// Name is what the program calls itself.
	Name string
	// Preset is the ruleset reference to begin with, "" for DefaultPreset.
	Preset string
	// Player is the spec of the player to begin with, "" for DefaultPlayer.
	Player string
	// Nets makes the loader of network players for a ruleset; nil where there
	// are none.
	Nets func(*engine.Rules) agent.NetLoader
}

// DefaultPreset is the ruleset of a server that is not told another one.
const DefaultPreset = "wiki-8"

// DefaultPlayer is the player of a server that is not told another one.
const DefaultPlayer = "classical:hard"

// maxLine is the length of a request in bytes: room for games of a hundred
// thousand moves.
const maxLine = 1 << 20

// errTooLong is the error of a longer one.
var errTooLong = fmt.Errorf("a line has more than %d bytes", maxLine)

// Server is one dialogue.
type Server struct {
	cfg     Config
	options options
	place   place
	table   table
	search  *search // the last one, which may have ended; nil before the first
	rng     *rand.Rand
	game    int // number of games begun before this one

	outMu sync.Mutex
	out   *bufio.Writer
	fault error // of the output, under outMu
}

// New makes a server that has not spoken yet. An error says what is wrong with
// the configuration.
func New(cfg Config, out io.Writer) (*Server, error) {
	s := &Server{cfg: cfg, out: bufio.NewWriter(out)}
	if cfg.Preset == "" {
		s.cfg.Preset = DefaultPreset
	}
	s.options = options{player: cfg.Player, seed: 1}
	rules, err := engine.ParseRules(s.cfg.Preset)
	if err != nil {
		return nil, err
	}
	if _, err := s.options.spec(rules); err != nil {
		return nil, err
	}
	s.options.rules = rules
	s.place = startOf(rules)
	s.newStream()
	return s, nil
}

// Run answers until quit or the end of the input; a search that is under way is
// stopped by either. An error is that of the input or the output. Nothing of
// the server is at work any more when it returns.
func (s *Server) Run(in io.Reader) (err error) {
	defer func() { err = errors.Join(err, s.end()) }()
	lines := bufio.NewReader(in)
	for {
		line, err := readLine(lines)
		switch {
		case errors.Is(err, errTooLong):
			s.complain(err)
			continue
		case errors.Is(err, io.EOF) && line == "":
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			return fmt.Errorf("reading requests: %w", err)
		}
		request, fault := ugi.ParseRequest(line)
		switch {
		case errors.Is(fault, ugi.ErrEmpty):
		case fault != nil:
			s.complain(fault)
		case request.Verb == ugi.Quit:
			return nil
		default:
			s.answer(request)
		}
		if err := s.outputFault(); err != nil {
			return err
		}
	}
}

// end stops what is at work.
func (s *Server) end() error {
	s.stopSearch()
	return errors.Join(s.wait(), s.table.clear(), s.outputFault())
}

// readLine reads a line without its end. Of one that is too long nothing is
// kept. The last line may lack its end; then the error is io.EOF.
func readLine(in *bufio.Reader) (string, error) {
	var line []byte
	long := false
	for {
		part, err := in.ReadSlice('\n')
		if long = long || len(line)+len(part) > maxLine; !long {
			line = append(line, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == nil && long:
			return "", errTooLong
		case err != nil && long:
			return "", err
		}
		return string(line), err
	}
}

// say writes lines.
func (s *Server) say(lines ...string) {
	s.outMu.Lock()
	defer s.outMu.Unlock()
	s.write(lines...)
}

// write is say for a caller that holds the output.
func (s *Server) write(lines ...string) {
	for _, line := range lines {
		s.out.WriteString(line)
		s.out.WriteByte('\n')
	}
	if err := s.out.Flush(); err != nil && s.fault == nil {
		s.fault = fmt.Errorf("writing answers: %w", err)
	}
}

// complain tells what is wrong with a request.
func (s *Server) complain(err error) { s.say(ugi.ErrorLine(err.Error())) }

func (s *Server) outputFault() error {
	s.outMu.Lock()
	defer s.outMu.Unlock()
	return s.fault
}

// newStream begins the random stream of a game.
func (s *Server) newStream() { s.rng = seed.New(s.options.seed, "ugi", s.game) }
