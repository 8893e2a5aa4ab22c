package arrowio

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/apache/arrow/go/v15/arrow"

	"halmazero/dataset"
	"halmazero/engine"
)

// tables cuts the page about file formats into the rows of its tables, by the
// heading above them: the first cell without its quotes, and the second.
func tables(t *testing.T) map[string]map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	all := make(map[string]map[string]string)
	heading := ""
	for line := range strings.Lines(string(page)) {
		if text, ok := strings.CutPrefix(line, "#"); ok {
			heading = strings.TrimSpace(strings.TrimLeft(text, "#"))
			all[heading] = make(map[string]string)
		}
		cells := strings.Split(line, "|")
		if len(cells) < 4 || !strings.HasPrefix(cells[1], " `") {
			continue
		}
		all[heading][strings.Trim(cells[1], " `")] = strings.TrimSpace(cells[2])
	}
	return all
}

var aShape = shape{cells: 64, seats: 2}

// typeName is an Arrow type as the page writes it.
func typeName(d arrow.DataType) string {
	switch d := d.(type) {
	case *arrow.FixedSizeListType:
		length := "SEATS"
		if int(d.Len()) == aShape.cells {
			length = "CELLS"
		}
		return length + " of " + typeName(d.Elem())
	case *arrow.StructType:
		return "structure"
	case *arrow.ListType:
		return "list of " + typeName(d.Elem())
	case *arrow.StringType:
		return "string"
	}
	return d.Name()
}

// The page about file formats lists exactly the columns there are, with their
// types, and every key of the metadata.
func TestFormatsPage(t *testing.T) {
	page := tables(t)
	documented(t, gameColumns(aShape), page["Games"])
	documented(t, rowColumns(aShape), page["Positions"])
	fields := page["Entries of a policy"]
	if len(fields) != len(policyFields) {
		t.Errorf("%d fields of a policy's entry are described, want %d", len(fields), len(policyFields))
	}
	for _, f := range policyFields {
		if got, want := fields[f.Name], typeName(f.Type); got != want {
			t.Errorf("field %s of a policy's entry is described as %q, it is %q", f.Name, got, want)
		}
	}

	rules, err := engine.ParseRules("wiki-8")
	if err != nil {
		t.Fatal(err)
	}
	meta, err := Codec{}.metadata(rules, []dataset.Game{{Rules: rules.Ref(), RulesHash: rules.Hash()}})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := len(page["Metadata"]), meta.Len(); got != want {
		t.Errorf("%d metadata keys are described, want %d", got, want)
	}
	for i, key := range meta.Keys() {
		text, ok := page["Metadata"][key]
		if !ok {
			t.Errorf("metadata key %s is not described", key)
		}
		if value := meta.Values()[i]; strings.Contains(value, ",") && strings.Contains(text, "from 0") && !strings.Contains(text, "`"+value+"`") {
			t.Errorf("metadata key %s: the value %q is not in %q", key, value, text)
		}
	}
	if text := page["Metadata"]["schema_version"]; text != fmt.Sprintf("`%s`", SchemaVersion) {
		t.Errorf("the schema version is described as %s, it is %s", text, SchemaVersion)
	}
}

func documented[T any](t *testing.T, columns []column[T], described map[string]string) {
	t.Helper()
	if len(described) != len(columns) {
		t.Errorf("%d columns are described, want %d", len(described), len(columns))
	}
	for _, c := range columns {
		if got, want := described[c.name], typeName(c.kind); got != want {
			t.Errorf("column %s is described as %q, it is %q", c.name, got, want)
		}
	}
}
