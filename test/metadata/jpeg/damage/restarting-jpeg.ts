/** Codes of DC differences by their size, and of the AC symbols that are used: `0/1` and the end of a block. */
const DC = ['00', '010', '011', '100', '101', '110', '1110', '11110', '111110']
const [AC_ONE, END_OF_BLOCK] = ['00', '1010']
/** How many codes of each length the tables have, and their symbols (ITU T.81, tables K.3 and, cut short, K.5). */
const DC_TABLE = [
  [0, 1, 5, 1, 1, 1, 1, 1, 1],
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
]
const AC_TABLE = [
  [0, 2, 1, 3],
  [0x01, 0x02, 0x03, 0x00, 0x04, 0x11],
]

/**
 * A grey JPEG with restart markers, which no encoder at hand writes. Each block has a level and some detail.
 * @param interval MCUs, here blocks of 8 × 8 pixels, between two markers
 */
export function restartingJpeg(columns: number, rows: number, interval: number): Buffer {
  const parts: Buffer[] = []
  for (let from = 0; from < columns * rows; from += interval) {
    let bits = ''
    let last = 0
    for (let block = from; block < Math.min(from + interval, columns * rows); block++) {
      const level = ((block * 7) % 40) - 20
      bits += coded(level - last)
      last = level
      for (let n = 0; n < 12; n++) bits += AC_ONE + ((block * 5 + n * n) % 3 === 0 ? '0' : '1')
      bits += END_OF_BLOCK
    }
    bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '1')
    const bytes = bits.match(/.{8}/g)!.flatMap((byte) => {
      const value = Number.parseInt(byte, 2)
      return value === 255 ? [255, 0] : [value]
    })
    parts.push(Buffer.from(bytes), Buffer.from([0xff, 0xd0 + ((from / interval) % 8)]))
  }
  // No marker stands behind the last interval.
  parts.pop()
  const size = (pixels: number) => [pixels >> 8, pixels & 255]
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xdb, [0, ...Array.from({ length: 64 }, () => 8)]),
    segment(0xc0, [8, ...size(8 * rows), ...size(8 * columns), 1, 1, 0x11, 0]),
    segment(0xc4, [0, ...lengths(DC_TABLE[0]!), ...DC_TABLE[1]!]),
    segment(0xc4, [16, ...lengths(AC_TABLE[0]!), ...AC_TABLE[1]!]),
    segment(0xdd, size(interval)),
    segment(0xda, [1, 1, 0, 0, 63, 0]),
    ...parts,
    Buffer.from([0xff, 0xd9]),
  ])
}

function coded(difference: number): string {
  const size = difference === 0 ? 0 : Math.floor(Math.log2(Math.abs(difference))) + 1
  const value = difference < 0 ? difference + (1 << size) - 1 : difference
  return DC[size]! + (size > 0 ? value.toString(2).padStart(size, '0') : '')
}

function lengths(counts: number[]): number[] {
  return Array.from({ length: 16 }, (_, n) => counts[n] ?? 0)
}

function segment(marker: number, body: number[]): Buffer {
  return Buffer.from([0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255, ...body])
}

/** Where the entropy-coded data of a JPEG's first scan begin. */
export function firstScan(jpeg: Buffer): number {
  for (let at = 2; ; ) {
    const next = at + 2 + jpeg.readUInt16BE(at + 2)
    if (jpeg[at + 1] === 0xda) return next
    at = next
  }
}
