package configs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
)

// object is a JSON object whose members keep their order.
type object []jsonMember

type jsonMember struct {
	name  string
	value any
}

func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		name, err := json.Marshal(m.name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(m.value)
		if err != nil {
			return nil, err
		}
		out.Write(name)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// Schema is the JSON schema (draft 2020-12) of a configuration file: kinds,
// bounds, defaults and explanations, for editors. No setting is required, as a
// file holds only what differs from the defaults. Relations between settings
// are beyond it; Validate knows them.
func Schema() ([]byte, error) {
	defaults, err := Load(defaultsName)
	if err != nil {
		return nil, fmt.Errorf("reading the defaults for the schema: %w", err)
	}
	entries := make(map[string]field, len(fields))
	for _, f := range fields {
		entries[f.key] = f
	}
	schema := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "Configuration of a run"},
	}, schemaSection("", reflect.ValueOf(defaults), entries)...)
	text, err := json.MarshalIndent(schema, "", "  ")
	if err != nil {
		return nil, fmt.Errorf("writing the schema: %w", err)
	}
	return append(text, '\n'), nil
}

// schemaSection describes a struct with its defaults; prefix is its key with a
// dot.
func schemaSection(prefix string, v reflect.Value, entries map[string]field) object {
	var properties object
	for i, name := range names(v.Type()) {
		key, member := prefix+name, v.Field(i)
		if member.Kind() == reflect.Struct {
			section := append(object{{"description", sectionDocs[key]}}, schemaSection(key+".", member, entries)...)
			properties = append(properties, jsonMember{name, section})
			continue
		}
		properties = append(properties, jsonMember{name, schemaSetting(entries[key], member)})
	}
	return object{{"type", "object"}, {"additionalProperties", false}, {"properties", properties}}
}

// schemaSetting describes one setting; v is its default.
func schemaSetting(f field, v reflect.Value) object {
	o := object{{"description", f.doc}}
	switch v.Kind() {
	case reflect.Int:
		o = append(o, object{{"type", "integer"}, {"minimum", f.min}, {"maximum", f.max}}...)
	case reflect.Uint64:
		o = append(o, object{{"type", "integer"}, {"minimum", 0}, {"maximum", ^uint64(0)}}...)
	case reflect.Float64:
		o = append(o, object{{"type", "number"}, {"minimum", f.min}, {"maximum", f.max}}...)
	case reflect.Bool:
		o = append(o, jsonMember{"type", "boolean"})
	case reflect.String:
		o = append(o, object{{"type", "string"}, {"pattern", f.pattern.String()}}...)
	case reflect.Slice:
		item := object{{"type", "integer"}, {"minimum", f.min}, {"maximum", f.max}}
		if v.Type().Elem().Kind() == reflect.String {
			item = object{{"type", "string"}, {"pattern", f.pattern.String()}}
		}
		o = append(o, object{{"type", "array"}, {"items", item}, {"uniqueItems", true}}...)
	default:
		panic("configs: no schema for a " + v.Type().String())
	}
	return append(o, jsonMember{"default", v.Interface()})
}
