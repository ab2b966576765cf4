/** The primaries of a colour space as XYZ for D50, and the exponent of its curve. */
type Primaries = { red: Triple; green: Triple; blue: Triple; gamma: number }

type Triple = readonly [number, number, number]

export const SPACES = {
  'Display P3': {
    red: [0.51512, 0.2412, -0.00105],
    green: [0.29198, 0.69225, 0.04189],
    blue: [0.1571, 0.06657, 0.78407],
    gamma: 2.2,
  },
  'Adobe RGB': {
    red: [0.60974, 0.31111, 0.01947],
    green: [0.20528, 0.62567, 0.06087],
    blue: [0.14919, 0.06322, 0.74457],
    gamma: 2.19921875,
  },
  ProPhoto: {
    red: [0.79767, 0.28804, 0],
    green: [0.13519, 0.71188, 0],
    blue: [0.03135, 0.00009, 0.82491],
    gamma: 1.8,
  },
} as const satisfies Record<string, Primaries>

function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(Math.round(value * 65_536))
  return bytes
}

function xyz(values: Triple): Buffer {
  return Buffer.concat([Buffer.from('XYZ \0\0\0\0', 'latin1'), ...values.map(fixed)])
}

function curve(gamma: number): Buffer {
  const bytes = Buffer.from('curv\0\0\0\0\0\0\0\x01\0\0\0\0', 'latin1')
  bytes.writeUInt16BE(Math.round(gamma * 256), 12)
  return bytes
}

function description(text: string): Buffer {
  const bytes = Buffer.alloc(12 + text.length + 1 + 78)
  bytes.write('desc', 0, 'latin1')
  bytes.writeUInt32BE(text.length + 1, 8)
  bytes.write(text, 12, 'latin1')
  return bytes
}

/** An ICC profile (version 2, matrix and curves) of a screen with these primaries. */
export function rgbProfile(name: keyof typeof SPACES): Buffer {
  const { red, green, blue, gamma } = SPACES[name]
  const tags: [string, Buffer][] = [
    ['desc', description(name)],
    ['cprt', Buffer.from('text\0\0\0\0none\0\0\0\0', 'latin1')],
    ['wtpt', xyz([0.9642, 1, 0.8249])],
    ['rXYZ', xyz(red)],
    ['gXYZ', xyz(green)],
    ['bXYZ', xyz(blue)],
    ['rTRC', curve(gamma)],
    ['gTRC', curve(gamma)],
    ['bTRC', curve(gamma)],
  ]
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
  head.write('mntrRGB XYZ ', 12, 'latin1')
  head.writeUInt16BE(2026, 24)
  head.write('acsp', 36, 'latin1')
  Buffer.concat([0.9642, 1, 0.8249].map(fixed)).copy(head, 68)
  return Buffer.concat([head, table, ...bodies])
}
