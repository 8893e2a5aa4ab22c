//go:build !unix

package fsx

// syncDir does nothing: a folder cannot be synced here.
func syncDir(string) error { return nil }
