package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// String is the position's text, one line:
//
//	<ruleset> <rows> <seat to move> <plies> <moves made, by seat> <status, by seat> [<missed turns, by seat>]
//
// for example
//
//	wiki-8 1111..../111...../11....../1......./.......2/......22/.....222/....2222 1 0 0,0 a,a
//
// Missed turns are left out when no seat has missed any.
func (p *Position) String() string {
	b := p.Board()
	var sb strings.Builder
	sb.WriteString(p.rules.ref)
	sb.WriteByte(' ')
	var buf [MaxCells]uint8
	row := 0
	for c, v := range p.Cells(buf[:0]) {
		if c == b.rowEnd[row] {
			sb.WriteByte('/')
			row++
		}
		if v == 0 {
			sb.WriteByte('.')
		} else {
			sb.WriteByte('0' + v)
		}
	}
	fmt.Fprintf(&sb, " %d %d ", p.mover+1, p.ply)
	bySeat := func(text func(seat int) string) {
		for seat := range b.seats {
			if seat > 0 {
				sb.WriteByte(',')
			}
			sb.WriteString(text(seat))
		}
	}
	bySeat(func(seat int) string { return strconv.Itoa(int(p.made[seat])) })
	sb.WriteByte(' ')
	bySeat(func(seat int) string { return p.status[seat].String() })
	if p.missed != [MaxSeats]uint8{} {
		sb.WriteByte(' ')
		bySeat(func(seat int) string { return strconv.Itoa(int(p.missed[seat])) })
	}
	return sb.String()
}

// A TextError says which field of a position text is bad, at which column
// (from 1, in bytes), and why.
type TextError struct {
	Field  string
	Column int
	Reason string
}

func (e *TextError) Error() string {
	return fmt.Sprintf("position text, %s, column %d: %s", e.Field, e.Column, e.Reason)
}

var textFields = []string{"ruleset", "rows", "seat to move", "plies", "moves made", "status", "missed turns"}

// ParsePosition reads a position text. Fields are separated by one space.
// What does not parse is refused with a *TextError. ParsePosition(p.String())
// is p; a blocked seat to move is kept (see SkipBlocked).
func ParsePosition(text string) (Position, error) {
	fields := strings.Split(text, " ")
	column := make([]int, len(fields))
	at := 1
	for i, f := range fields {
		column[i] = at
		at += len(f) + 1
	}
	fail := func(i, offset int, format string, args ...any) (Position, error) {
		return Position{}, &TextError{textFields[i], column[i] + offset, fmt.Sprintf(format, args...)}
	}
	if len(fields) < 6 {
		return Position{}, &TextError{textFields[len(fields)], len(text) + 1, "missing; want " + strings.Join(textFields[:6], ", ")}
	}
	if len(fields) > 7 {
		return Position{}, &TextError{"end", column[7], "text after the last field"}
	}
	rules, err := ParseRules(fields[0])
	if err != nil {
		return fail(0, 0, "%v", err)
	}
	b := rules.board
	s := SetUp{}
	if offset, err := parseRows(&s, b, fields[1]); err != nil {
		return fail(1, offset, "%v", err)
	}
	if s.Mover, err = parseCount(fields[2], b.seats); err != nil || s.Mover == 0 {
		return fail(2, 0, "%q is not a seat from 1 to %d", fields[2], b.seats)
	}
	s.Mover--
	if s.Ply, err = parseCount(fields[3], 1<<30); err != nil {
		return fail(3, 0, "%v", err)
	}
	made, offset, err := parseCounts(fields[4], b.seats, 1<<30)
	if err != nil {
		return fail(4, offset, "%v", err)
	}
	copy(s.Made[:], made)
	if offset, err := parseStatuses(&s, fields[5], b.seats); err != nil {
		return fail(5, offset, "%v", err)
	}
	if len(fields) == 7 {
		if rules.timeout == 0 {
			return fail(6, 0, "%s has no time-out rule", rules.ref)
		}
		missed, offset, err := parseCounts(fields[6], b.seats, rules.timeout-1)
		if err != nil {
			return fail(6, offset, "%v", err)
		}
		copy(s.Missed[:], missed)
		if s.Missed == [MaxSeats]int{} {
			return fail(6, 0, "no turn was missed: leave the field out")
		}
	}
	p, err := NewPosition(rules, s)
	var bad *statusError
	if errors.As(err, &bad) {
		return fail(5, 0, "%v", err)
	}
	if err != nil {
		return fail(1, 0, "%v", err)
	}
	return p, nil
}

// parseRows reads the cells; on an error it returns the offset of the bad byte.
func parseRows(s *SetUp, b *Board, text string) (int, error) {
	offset := 0
	rows := strings.Split(text, "/")
	for r, row := range rows {
		if r >= b.rows {
			return offset, fmt.Errorf("%d rows, %s has %d", len(rows), b.id, b.rows)
		}
		if len(row) != b.RowLen(r) {
			return offset, fmt.Errorf("row %d has %d cells, %s has %d", r+1, len(row), b.id, b.RowLen(r))
		}
		for c := range len(row) {
			v := row[c]
			switch {
			case v == '.':
				s.Cells = append(s.Cells, 0)
			case v >= '1' && v <= byte('0'+b.seats):
				s.Cells = append(s.Cells, v-'0')
			default:
				return offset + c, fmt.Errorf("%q is neither . nor a seat from 1 to %d", v, b.seats)
			}
		}
		offset += len(row) + 1
	}
	if len(rows) != b.rows {
		return len(text), fmt.Errorf("%d rows, %s has %d", len(rows), b.id, b.rows)
	}
	return 0, nil
}

func parseCount(text string, most int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > most || strconv.Itoa(n) != text {
		return 0, fmt.Errorf("%q is not a number from 0 to %d", text, most)
	}
	return n, nil
}

// parseCounts reads one number per seat, joined by commas.
func parseCounts(text string, seats, most int) (counts []int, offset int, err error) {
	parts := strings.Split(text, ",")
	for _, part := range parts {
		n, err := parseCount(part, most)
		if err != nil {
			return nil, offset, err
		}
		counts = append(counts, n)
		offset += len(part) + 1
	}
	if len(parts) != seats {
		return nil, 0, fmt.Errorf("%d entries, want one for each of %d seats", len(parts), seats)
	}
	return counts, 0, nil
}

// parseStatuses reads the status of every seat.
func parseStatuses(s *SetUp, text string, seats int) (int, error) {
	offset := 0
	parts := strings.Split(text, ",")
	if len(parts) != seats {
		return 0, fmt.Errorf("%d entries, want one for each of %d seats", len(parts), seats)
	}
	for seat, part := range parts {
		st, ok := parseStatus(part, seats)
		if !ok {
			return offset, fmt.Errorf("%q is no status: want a, f or r, the latter two with a place from 1 to %d or none", part, seats)
		}
		s.Status[seat] = st
		offset += len(part) + 1
	}
	return 0, nil
}
