// Package gate decides whether a new network replaces the present one. It is
// pure: the results of the match go in, a verdict comes out.
//
// # Glossary
//
//   - Candidate: the network that wants to be promoted; outcomes are its own.
//   - Index: the number of a pair in the match, from 0. A pair's opening and
//     random choices follow from it.
//   - Group: the games that take the place of a pair where more than two seats
//     play, each for itself; what is said of pairs holds for groups.
//   - Verdict: accept, reject or continue, with the evidence that led to it.
//
// # Why the order does not matter
//
// Workers play pairs in parallel and finish in any order, and some finish
// after the decision has fallen. So Decide reads the results strictly by index
// and stops at the first index at which the test ends. What lies behind it is
// not looked at, and the verdict is the same for 1 worker and for 8.
package gate
