package tensorboard

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
)

// Flatten lists every number in a value, as its JSON has them and in that
// order: the tag is the path of keys, with slashes, below the prefix. An
// element of a list goes by its "name" if it has one, and by its place from 0
// otherwise; true is 1 and false 0. Texts and nulls are left out.
func Flatten(prefix string, v any) ([]Scalar, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("scalars of %s: %w", prefix, err)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	var list []Scalar
	if _, err := walk(d, prefix, &list); err != nil {
		return nil, fmt.Errorf("scalars of %s: %w", prefix, err)
	}
	return list, nil
}

// walk reads one JSON value and appends its numbers. name is the text under
// the key "name" of an object.
func walk(d *json.Decoder, path string, list *[]Scalar) (name string, err error) {
	token, err := d.Token()
	if err != nil {
		return "", err
	}
	switch t := token.(type) {
	case json.Number:
		x, err := t.Float64()
		*list = append(*list, Scalar{path, x})
		return "", err
	case bool:
		x := 0.0
		if t {
			x = 1
		}
		*list = append(*list, Scalar{path, x})
	case string:
		return t, nil
	case json.Delim:
		if t == '{' {
			return walkObject(d, path, list)
		}
		return "", walkList(d, path, list)
	}
	return "", nil
}

func walkObject(d *json.Decoder, path string, list *[]Scalar) (name string, err error) {
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return "", err
		}
		text, err := walk(d, join(path, key.(string)), list)
		if err != nil {
			return "", err
		}
		if key == "name" {
			name = text
		}
	}
	_, err = d.Token()
	return name, err
}

func walkList(d *json.Decoder, path string, list *[]Scalar) error {
	for i := 0; d.More(); i++ {
		var element []Scalar
		name, err := walk(d, "", &element)
		if err != nil {
			return err
		}
		if name == "" {
			name = strconv.Itoa(i)
		}
		for _, s := range element {
			*list = append(*list, Scalar{join(join(path, name), s.Tag), s.Value})
		}
	}
	_, err := d.Token()
	return err
}

func join(path, name string) string {
	switch {
	case path == "":
		return name
	case name == "":
		return path
	}
	return path + "/" + name
}
