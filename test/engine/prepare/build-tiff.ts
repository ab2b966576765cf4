/** A page: its entries of short and long numbers by tag, and the bytes of its one strip. */
export type TiffPage = {
  width: number
  height: number
  /** Bits of each sample; their number is that of the channels. */
  bits: readonly number[]
  pixels: Uint8Array
  /** As TIFF 6.0 names them: 2 is RGB, 8 CIELAB. */
  photometric?: number
  compression?: number
  /** Bit 0 is a smaller copy of another page, bit 2 a mask. */
  subfile?: number
  tags?: Readonly<Record<number, number>>
}

/**
 * The bytes of a TIFF of little-endian numbers with these pages, one strip each.
 * @param big with 64-bit offsets, a BigTIFF
 */
export function buildTiff(pages: readonly TiffPage[], { big = false } = {}): Buffer {
  const size = big
    ? { header: 16, count: 8, entry: 20, offset: 8 }
    : { header: 8, count: 2, entry: 12, offset: 4 }
  const number = (value: number, bytes: number): Buffer => {
    const made = Buffer.alloc(bytes)
    if (bytes === 8) made.writeBigUInt64LE(BigInt(value))
    else made.writeUIntLE(value, 0, bytes)
    return made
  }
  const parts: Buffer[] = [
    big ? Buffer.from('II+\0\x08\0\0\0', 'latin1') : Buffer.from('II*\0', 'latin1'),
    number(size.header, size.offset),
  ]
  let at = size.header
  for (const [nth, page] of pages.entries()) {
    const { width, height, bits, pixels, photometric = 2, compression = 1, subfile = 0 } = page
    const entries: [tag: number, values: readonly number[]][] = [
      [254, [subfile]],
      [256, [width]],
      [257, [height]],
      [258, bits],
      [259, [compression]],
      [262, [photometric]],
      [273, []],
      [277, [bits.length]],
      [278, [height]],
      [279, [pixels.length]],
      [284, [1]],
      ...Object.entries(page.tags ?? {}).map(([tag, value]): [number, number[]] => [
        Number(tag),
        [value],
      ]),
    ]
    const directory = size.count + entries.length * size.entry + size.offset
    const samples = Buffer.concat(bits.map((value) => number(value, 2)))
    const behind = at + directory
    const strip = behind + samples.length
    const end = strip + pixels.length + (pixels.length % 2)
    const lines = entries
      .toSorted(([one], [other]) => one - other)
      .map(([tag, values]) => {
        const isBits = tag === 258
        const value = Buffer.alloc(size.offset)
        if (isBits && samples.length > size.offset) number(behind, size.offset).copy(value)
        else if (isBits) samples.copy(value)
        else number(tag === 273 ? strip : values[0]!, 4).copy(value)
        const count = number(isBits ? bits.length : 1, size.offset)
        return Buffer.concat([number(tag, 2), number(isBits ? 3 : 4, 2), count, value])
      })
    const next = number(nth === pages.length - 1 ? 0 : end, size.offset)
    parts.push(number(entries.length, size.count), ...lines, next, samples, Buffer.from(pixels))
    parts.push(Buffer.alloc(pixels.length % 2))
    at = end
  }
  return Buffer.concat(parts)
}
