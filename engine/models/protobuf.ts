/**
 * Reads Protocol Buffers (https://protobuf.dev/programming-guides/encoding) in place. Nothing is copied, and nothing is
 * read outside the part of the file that a message has.
 */

/** A part of a file, in bytes from its start: a message, a name, or numbers packed one after the other. */
export type Span = { start: number; end: number }

/** One field of a message: a number, or the bytes of a message, a text or packed numbers. */
export type Field = { number: number } & ({ value: number } | { span: Span })

const WIRE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/**
 * The fields of a message, in the order of the file.
 * @throws Error when the message is cut off, or has a field of a type that is no longer written
 */
export function* fieldsOf(file: Uint8Array, { start, end }: Span): Generator<Field> {
  let at = start
  while (at < end) {
    const tag = varintAt(file, at, end)
    at = tag.next
    const number = Math.floor(tag.value / 8)
    const wire = tag.value % 8
    if (number === 0) throw malformed()
    if (wire === WIRE.varint) {
      const { value, next } = varintAt(file, at, end)
      yield { number, value }
      at = next
    } else if (wire === WIRE.bytes) {
      const { value: length, next } = varintAt(file, at, end)
      if (length > end - next) throw malformed()
      yield { number, span: { start: next, end: next + length } }
      at = next + length
    } else if (wire === WIRE.fixed64 || wire === WIRE.fixed32) {
      at += wire === WIRE.fixed64 ? 8 : 4
      if (at > end) throw malformed()
    } else throw malformed()
  }
}

/** The numbers of a repeated field, which are written packed or one field each. */
export function* numbersOf(file: Uint8Array, field: Field): Generator<number> {
  if ('value' in field) {
    yield field.value
    return
  }
  let at = field.span.start
  while (at < field.span.end) {
    const { value, next } = varintAt(file, at, field.span.end)
    yield value
    at = next
  }
}

/** The letters of a text of at most `most` bytes; control characters become question marks. */
export function textOf(file: Uint8Array, { start, end }: Span, most: number): string {
  const letters = file.subarray(start, Math.min(end, start + most))
  return new TextDecoder().decode(letters).replace(/\p{C}/gu, '?')
}

/**
 * A whole number; all below zero come as −1. Beyond 2^53 the last digits are lost, which matters to no size that is
 * bounded.
 */
function varintAt(file: Uint8Array, start: number, end: number): { value: number; next: number } {
  let value = 0
  let scale = 1
  for (let at = start; at < Math.min(end, start + 10); at++) {
    const byte = file[at]!
    value += (byte & 127) * scale
    scale *= 128
    if (byte < 128) return { value: value >= 2 ** 63 ? -1 : value, next: at + 1 }
  }
  throw malformed()
}

function malformed(): Error {
  return new Error('It is cut off, or no ONNX file.')
}
