package features

import (
	"fmt"
	"slices"

	"halmazero/model"
)

// names is what each plane of the layout holds, in order: planes of one name
// hold the same, whatever their encoding. A number is a seat, counted from the
// mover.
func (p *planes) names(seats int) []string {
	names := make([]string, p.count)
	set := func(first int, format string, numbers ...int) {
		for i, k := range numbers {
			if first >= 0 {
				names[first+i] = fmt.Sprintf(format, k)
			}
		}
	}
	one := func(at int, name string) {
		if at >= 0 {
			names[at] = name
		}
	}
	all := make([]int, seats)
	for k := range all {
		all[k] = k
	}
	set(0, "pieces-%d", all...)
	set(p.goals, "goal-%d", all[:p.seatGoals]...)
	one(p.home, "home")
	one(p.progress, "progress")
	one(p.board, "board")
	one(p.teams, "teams")
	one(p.turns, "turns")
	if p.deadline >= 0 {
		set(p.deadline, "time-%d", 0, 1)
		one(p.deadline+2, "deadline")
	}
	set(p.playing, "plays-%d", all[1:]...)
	set(p.placed, "place-%d", all[1:]...)
	return names
}

// PlaneNames names the input planes of a network by what they hold. It fails
// for an encoding that this build does not know.
func PlaneNames(s model.Spec) ([]string, error) {
	var p planes
	switch {
	case s.Features == Square2 && s.Seats == 2:
		p = square2
	case s.Features == General:
		p = general(s.Seats)
	default:
		return nil, fmt.Errorf("the encoding %q with %d seats is unknown", s.Features, s.Seats)
	}
	if p.count != s.Planes {
		return nil, fmt.Errorf("network has %d input planes, encoding %s with %d seats has %d", s.Planes, s.Features, s.Seats, p.count)
	}
	return p.names(s.Seats), nil
}

// Grow is the network's Grow, with the input planes matched by what they hold.
func Grow(n, source *model.Network) (*model.Network, model.Growth, error) {
	names, err := PlaneNames(n.Spec)
	if err != nil {
		return nil, model.Growth{}, err
	}
	from, err := PlaneNames(source.Spec)
	if err != nil {
		return nil, model.Growth{}, err
	}
	matched := make([]model.Plane, len(names))
	for i, name := range names {
		matched[i] = model.Plane{Name: name, Source: slices.Index(from, name)}
	}
	return n.Grow(source, matched)
}
