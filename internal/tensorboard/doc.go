// Package tensorboard writes event files, which TensorBoard draws as curves.
//
// # Glossary
//
//   - Event file: a sequence of records, named events.out.tfevents. and when
//     and by which process it was begun (writer.go). Every start of a program
//     begins a new one, and only the last record of each can be torn by a kill:
//     TensorBoard reads all files of a folder in the order of their names, and
//     each up to its last whole record.
//   - Record: the framing of TensorFlow's TFRecord files, a length and bytes,
//     each with a checksum (record.go).
//   - Event: what a record holds, a protocol buffer with a time, a step and
//     scalars (event.go). Of the message tensorflow.Event only the fields that
//     scalars need are written or read.
//   - Scalar: a number with a tag. Tags with a common part in front of a slash
//     are drawn in one section.
//   - Step: what stands on the axis below; the caller's own count.
//
// The formats are those of TensorFlow: tensorflow/core/lib/io/record_writer.h
// and tensorflow/core/util/event.proto, file version "brain.Event:2".
package tensorboard
