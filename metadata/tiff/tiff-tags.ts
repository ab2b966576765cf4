/** Bytes of a directory's count, of an entry, and of the offset of the next directory behind the entries. */
export const [COUNT, ENTRY, NEXT] = [2, 12, 4]

/** The types of values, and that of an offset. */
const TYPES = { text: 2, whole: 3, fraction: 5 } as const
const LONG = 4

/** The tag of a picture's orientation. */
export const ORIENTATION = 274

/** An entry as it stands, or a value to write. */
export type Tag = { tag: number } & (
  | { entry: Buffer }
  | { type: number; count: number; value: Buffer }
)

/** How the value of a tag is written. */
export type Kind = 'text' | 'whole' | 'fraction'

/** A value as a directory has it, of a text, a whole number, or a fraction such as `1/250`. */
export function encodedValue(
  given: string,
  kind: Kind,
): { type: number; count: number; value: Buffer } {
  const type = TYPES[kind]
  if (kind === 'text') {
    const value = Buffer.from(`${given}\0`, 'utf8')
    return { type, count: value.length, value }
  }
  const parts = given.split('/').map(Number)
  const size = kind === 'whole' ? 2 : 4
  const value = Buffer.alloc(size * parts.length)
  for (const [n, part] of parts.entries()) value.writeUIntLE(part, size * n, size)
  return { type, count: 1, value }
}

/** A directory that starts at an offset of the file, its entries in rising order, and behind it their values. */
export function directory(start: number, tags: readonly Tag[], next: number): Buffer {
  const size = COUNT + ENTRY * tags.length + NEXT
  const head = Buffer.alloc(size)
  head.writeUInt16LE(tags.length)
  head.writeUInt32LE(next, size - NEXT)
  const values: Buffer[] = []
  let at = start + size
  for (const [n, one] of tags.toSorted((a, b) => a.tag - b.tag).entries()) {
    const to = COUNT + ENTRY * n
    if ('entry' in one) {
      one.entry.copy(head, to)
      continue
    }
    const { tag, type, count, value } = one
    head.writeUInt16LE(tag, to)
    head.writeUInt16LE(type, to + 2)
    head.writeUInt32LE(count, to + 4)
    if (value.length <= 4) value.copy(head, to + 8)
    else {
      head.writeUInt32LE(at, to + 8)
      const even = Buffer.concat([value, Buffer.alloc(value.length % 2)])
      values.push(even)
      at += even.length
    }
  }
  return Buffer.concat([head, ...values])
}

/** The entry that points to another directory. */
export function offsetEntry(tag: number, offset: number): Buffer {
  const entry = Buffer.alloc(ENTRY)
  entry.writeUInt16LE(tag, 0)
  entry.writeUInt16LE(LONG, 2)
  entry.writeUInt32LE(1, 4)
  entry.writeUInt32LE(offset, 8)
  return entry
}

/** How a picture is turned for showing it, 1 to 8 (TIFF 6.0, section 8). */
export function orientationTag(orientation: number): Tag {
  return { tag: ORIENTATION, ...encodedValue(String(orientation), 'whole') }
}
