package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// answerLines answers every line of the input with one line of output, in
// order and as soon as the input has no more to give, so that another program
// can ask and wait for its answer. A line may have any length. It returns an
// error at the end if an answer was not good.
func answerLines(e env, answer func(line string) (text []byte, good bool)) error {
	in, out := bufio.NewReaderSize(e.in, 1<<16), bufio.NewWriter(e.out)
	lines, bad := 0, 0
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			lines++
			text, good := answer(string(bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))))
			if !good {
				bad++
			}
			out.Write(text)
			out.WriteByte('\n')
		}
		if err != nil || in.Buffered() == 0 {
			if err := out.Flush(); err != nil {
				return fmt.Errorf("write the answer to line %d: %w", lines, err)
			}
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("read line %d: %w", lines+1, err)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%d of %d lines are not good", bad, lines)
	}
	return nil
}

// jsonLine is a value as JSON without a line break. Moves keep their ">".
func jsonLine(v any) []byte {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(fmt.Sprintf("halma: an answer cannot be written as JSON: %v", err))
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n"))
}

// printJSON writes a value as one line of JSON.
func printJSON(w io.Writer, v any) error {
	_, err := w.Write(append(jsonLine(v), '\n'))
	return err
}
