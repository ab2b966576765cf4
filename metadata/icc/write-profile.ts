/** Bytes of a profile's header, of the count of tags behind it, and of a table entry (ICC.1:2010, 7.2, 7.3). */
export const HEADER_BYTES = 128
export const TABLE_AT = HEADER_BYTES + 4
export const ENTRY_BYTES = 12

/** Fields of the header that are kept: version to connection space, date, signature, intent and illuminant. */
const KEPT_FIELDS = [
  [8, 24],
  [24, 36],
  [36, 40],
  [64, 80],
] as const

/** A text of a profile, ASCII: `desc` is a description, and of version 4 both are texts of several languages. */
export function text(type: 'desc' | 'text', content: string, version4: boolean): Buffer {
  if (version4) {
    const bytes = Buffer.alloc(28 + 2 * content.length)
    bytes.write('mluc', 0, 'latin1')
    bytes.writeUInt32BE(1, 8)
    bytes.writeUInt32BE(12, 12)
    bytes.write('enUS', 16, 'latin1')
    bytes.writeUInt32BE(2 * content.length, 20)
    bytes.writeUInt32BE(28, 24)
    Buffer.from(content, 'utf16le').swap16().copy(bytes, 28)
    return bytes
  }
  if (type === 'text') return Buffer.from(`text\0\0\0\0${content}\0`, 'latin1')
  // Behind the ASCII text lie an empty Unicode and an empty Macintosh one, of 78 bytes.
  const bytes = Buffer.alloc(12 + content.length + 1 + 78)
  bytes.write('desc', 0, 'latin1')
  bytes.writeUInt32BE(content.length + 1, 8)
  bytes.write(content, 12, 'latin1')
  return bytes
}

/**
 * A profile of these tags.
 * @param source a profile, or its first 128 bytes: the fields of its header that tell of colours are taken
 */
export function writeProfile(
  source: Buffer,
  tags: readonly (readonly [name: string, body: Buffer])[],
): Buffer {
  const head = Buffer.alloc(TABLE_AT + ENTRY_BYTES * tags.length)
  for (const [from, to] of KEPT_FIELDS) source.copy(head, from, from, to)
  head.writeUInt32BE(tags.length, HEADER_BYTES)
  const bodies: Buffer[] = []
  let end = head.length
  for (const [i, [name, body]] of tags.entries()) {
    const entry = TABLE_AT + ENTRY_BYTES * i
    head.write(name, entry, 'latin1')
    head.writeUInt32BE(end, entry + 4)
    head.writeUInt32BE(body.length, entry + 8)
    // Tags begin at multiples of four.
    bodies.push(body, Buffer.alloc(-body.length & 3))
    end += body.length + (-body.length & 3)
  }
  head.writeUInt32BE(end, 0)
  return Buffer.concat([head, ...bodies])
}
