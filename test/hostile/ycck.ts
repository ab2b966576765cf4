import sharp, { type Sharp } from 'sharp'

/**
 * A JPEG in YCCK as Adobe writes it: inverted inks, cyan, magenta and yellow turned into light and two colours. No
 * encoder at hand makes one, so its values are written as CMYK and the marker is told what they are.
 */
export async function ycck(picture: Sharp): Promise<Buffer> {
  const { data, info } = await picture
    .toColourspace('cmyk')
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 4) throw new Error(`CMYK came with ${info.channels} channels.`)
  const values = Buffer.alloc(data.length)
  for (let at = 0; at < data.length; at += 4) {
    const [c, m, y, k] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!]
    const light = 0.299 * c + 0.587 * m + 0.114 * y
    const stored = [light, 128 + 0.564 * (y - light), 128 + 0.713 * (c - light), 255 - k]
    for (const [i, value] of stored.entries()) {
      values[at + i] = 255 - Math.min(255, Math.max(0, Math.round(value)))
    }
  }
  const jpeg = await sharp(cmykTiff(values, info.width, info.height))
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .jpeg({ quality: 97, chromaSubsampling: '4:4:4' })
    .toBuffer()
  const marker = jpeg.indexOf('Adobe')
  if (marker < 0 || jpeg[marker + 11] !== 0) throw new Error('The CMYK JPEG has no Adobe marker.')
  jpeg[marker + 11] = 2
  return jpeg
}

/** An uncompressed TIFF of four inks, its values as they are. */
function cmykTiff(values: Buffer, width: number, height: number): Buffer {
  const entries: [tag: number, type: 3 | 4, count: number, value: number][] = [
    [256, 4, 1, width],
    [257, 4, 1, height],
    [258, 3, 4, 134],
    [259, 3, 1, 1],
    [262, 3, 1, 5],
    [273, 4, 1, 142],
    [277, 3, 1, 4],
    [278, 4, 1, height],
    [279, 4, 1, values.length],
    [284, 3, 1, 1],
  ]
  const head = Buffer.alloc(142)
  head.write('II*\0', 0, 'latin1')
  head.writeUInt32LE(8, 4)
  head.writeUInt16LE(entries.length, 8)
  for (const [i, [tag, type, count, value]] of entries.entries()) {
    head.writeUInt16LE(tag, 10 + 12 * i)
    head.writeUInt16LE(type, 12 + 12 * i)
    head.writeUInt32LE(count, 14 + 12 * i)
    head.writeUInt32LE(value, 18 + 12 * i)
  }
  for (let i = 0; i < 4; i++) head.writeUInt16LE(8, 134 + 2 * i)
  return Buffer.concat([head, values])
}
