import sharp from 'sharp'
import { bodiesOf, boxesIn } from '../../../../metadata/heif/heif-boxes.ts'

/** A picture in a HEIC or AVIF file, or what is put together from others. */
export type HeifItem = {
  /** `av01`, `hvc1`, `grid`, `Exif`. */
  type: string
  data: Buffer
  /** Whole boxes. */
  properties?: readonly Buffer[]
  hidden?: boolean
  /** Types of references with the ids of what they lead to: items count from 1. */
  references?: readonly (readonly [type: string, to: readonly number[]])[]
}

/** A file of items, in which any of them is the primary one. */
export type HeifFile = {
  major: string
  compatible?: readonly string[]
  primary?: number
  items: readonly HeifItem[]
}

/** Writes a file of the boxes of ISO/IEC 23008-12. */
export function writeHeif({ major, compatible = [], primary = 1, items }: HeifFile): Buffer {
  const ftyp = box('ftyp', latin1(`${major}\0\0\0\0mif1${compatible.join('')}`))
  const properties = items.flatMap((item) => item.properties ?? [])
  const entries = items.map((item) => {
    const own = (item.properties ?? []).map((property) => properties.indexOf(property) + 1)
    return own.map((index) => 0x80 | index)
  })
  const metaAt = (data: number): Buffer => {
    let at = data
    const places = items.map((item) => {
      at += item.data.length
      return [at - item.data.length, item.data.length] as const
    })
    return fullBox('meta', 0, 0, [
      fullBox('hdlr', 0, 0, [u32(0), latin1('pict'), Buffer.alloc(13)]),
      fullBox('pitm', 0, 0, [u16(primary)]),
      fullBox('iloc', 0, 0, [
        Buffer.from([0x44, 0]),
        u16(items.length),
        ...places.flatMap(([from, length], n) => [
          u16(n + 1),
          u16(0),
          u16(1),
          u32(from),
          u32(length),
        ]),
      ]),
      fullBox('iinf', 0, 0, [
        u16(items.length),
        ...items.map(({ type, hidden }, n) =>
          fullBox('infe', 2, hidden ? 1 : 0, [u16(n + 1), u16(0), latin1(`${type}\0`)]),
        ),
      ]),
      box(
        'iprp',
        box('ipco', ...properties),
        fullBox('ipma', 0, 0, [
          u32(items.length),
          ...entries.map((own, n) =>
            Buffer.concat([u16(n + 1), Buffer.from([own.length, ...own])]),
          ),
        ]),
      ),
      fullBox(
        'iref',
        0,
        0,
        items.flatMap(({ references = [] }, n) =>
          references.map(([type, to]) => box(type, u16(n + 1), u16(to.length), ...to.map(u16))),
        ),
      ),
    ])
  }
  const meta = metaAt(ftyp.length + metaAt(0).length + 8)
  return Buffer.concat([ftyp, meta, box('mdat', ...items.map(({ data }) => data))])
}

/** The only picture of a file, to be put into another. */
export function itemOf(
  file: Buffer,
  type: 'av01' | 'hvc1',
): Required<Pick<HeifItem, 'type' | 'data' | 'properties'>> {
  const boxes = boxesIn(file)
  const meta = boxesIn(bodiesOf(boxes, 'meta')[0]!.subarray(4))
  const [ipco] = bodiesOf(boxesIn(bodiesOf(meta, 'iprp')[0]!), 'ipco')
  const iloc = bodiesOf(meta, 'iloc')[0]!
  // Version 0 or 1 with an offset and a length of four bytes, and a base offset of none or four: the first item.
  const entry = iloc[0] === 0 ? 12 : 14
  const base = iloc[5]! >> 4 === 4 ? iloc.readUInt32BE(entry) : 0
  const extent = entry + (iloc[5]! >> 4) + 2
  const from = base + iloc.readUInt32BE(extent)
  return {
    type,
    data: file.subarray(from, from + iloc.readUInt32BE(extent + 4)),
    properties: boxesIn(ipco!).map((property) => box(property.type, property.body)),
  }
}

/** A picture of one colour, coded as AV1. */
export async function flatAv1(colour: readonly number[], width: number, height: number) {
  const data = Buffer.from(Array.from({ length: width * height }, () => colour).flat())
  const raw = sharp(data, { raw: { width, height, channels: 3 } })
  return itemOf(await raw.avif({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer(), 'av01')
}

/** A grid of tiles from left to right (ISO/IEC 23008-12, 6.6.2.3). */
export function gridOf(tiles: readonly number[], width: number, height: number): HeifItem {
  return {
    type: 'grid',
    data: Buffer.concat([Buffer.from([0, 0, 0, tiles.length - 1]), u16(width), u16(height)]),
    properties: [sizeBox(width, height)],
    references: [['dimg', tiles]],
  }
}

/** The property of a size in pixels. */
export function sizeBox(width: number, height: number): Buffer {
  return fullBox('ispe', 0, 0, [u32(width), u32(height)])
}

/** The property of colours by code points, with the matrix of BT.601 and full range. */
export function pointsBox(primaries: number, transfer: number): Buffer {
  return box('colr', latin1('nclx'), u16(primaries), u16(transfer), u16(6), Buffer.from([0x80]))
}

/** EXIF of an orientation alone, which belongs to an item. */
export function exifItem(orientation: number, of: number): HeifItem {
  const block = Buffer.concat([
    latin1('MM\0*\0\0\0\x08'),
    u16(1),
    Buffer.from([1, 0x12, 0, 3, 0, 0, 0, 1]),
    u16(orientation),
    u16(0),
    u32(0),
  ])
  // Where the block starts comes first.
  return {
    type: 'Exif',
    data: Buffer.concat([u32(6), latin1('Exif\0\0'), block]),
    references: [['cdsc', [of]]],
  }
}

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(8 + body.length), latin1(type), body])
}

function fullBox(type: string, version: number, flags: number, parts: readonly Buffer[]): Buffer {
  return box(type, Buffer.from([version, 0, 0, flags]), ...parts)
}

function latin1(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
