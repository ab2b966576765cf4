export type Triple = readonly [number, number, number]

/** The values of the fields of a profile's header that differ, of four characters each (ICC.1:2010, 7.2). */
export type ProfileKind = { deviceClass: string; space: string; connection: string }

/** An ICC profile of version 2 with these tags. */
export function writeProfile(kind: ProfileKind, tags: readonly [string, Buffer][]): Buffer {
  const table = Buffer.alloc(4 + 12 * tags.length)
  table.writeUInt32BE(tags.length)
  const bodies: Buffer[] = []
  let at = 128 + table.length
  for (const [i, [tag, body]] of tags.entries()) {
    table.write(tag, 4 + 12 * i, 'latin1')
    table.writeUInt32BE(at, 8 + 12 * i)
    table.writeUInt32BE(body.length, 12 + 12 * i)
    const padded = Buffer.concat([body, Buffer.alloc(-body.length & 3)])
    bodies.push(padded)
    at += padded.length
  }
  const head = Buffer.alloc(128)
  head.writeUInt32BE(at, 0)
  head.writeUInt32BE(0x02_40_00_00, 8)
  head.write(kind.deviceClass + kind.space + kind.connection, 12, 'latin1')
  head.writeUInt16BE(2026, 24)
  head.write('acsp', 36, 'latin1')
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(head, 68)
  return Buffer.concat([head, table, ...bodies])
}

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}

export function xyz(values: Triple): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), ...values.map(fixed)])
}

/** A tone curve that is a power. */
export function curve(gamma: number): Buffer {
  const bytes = Buffer.from('curv\0\0\0\0\0\0\0\x01\0\0\0\0', 'latin1')
  bytes.writeUInt16BE(Math.round(gamma * 256), 12)
  return bytes
}

export function description(text: string): Buffer {
  const bytes = Buffer.alloc(12 + text.length + 1 + 78)
  bytes.write('desc', 0, 'latin1')
  bytes.writeUInt32BE(text.length + 1, 8)
  bytes.write(text, 12, 'latin1')
  return bytes
}
