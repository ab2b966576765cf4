import { type FileHandle, open } from 'node:fs/promises'
import type { CodePoints } from '../icc/code-points.ts'
import { bodiesOf, boxesIn, type HeifBox } from './heif-boxes.ts'
import { readItems, readProperties, readReferences } from './heif-items.ts'

/** What a HEIC or AVIF file says of its primary picture (`pitm`), which is the one that is meant (ISO/IEC 23008-12). */
export type HeifPicture = {
  /** Whether the file is foremost a sequence, by its major brand. */
  isSequence: boolean
  /** How it is coded; undefined for other codecs. */
  coding: 'avif' | 'heic' | undefined
  /** Whether the file itself turns or mirrors the pixels. */
  isTurned: boolean
  /** Its colours by code points. */
  points: CodePoints | undefined
  /** Where in a still's file brands of sequences stand among the compatible ones. */
  sequenceBrands: readonly number[]
  /** Whether a gain map beside it makes it a picture of high dynamic range. */
  hasGainMap: boolean
}

/** Major brands of files whose first use is as a sequence. Among the compatible brands of a still they say nothing. */
const SEQUENCES = ['msf1', 'hevc', 'hevx', 'hevm', 'hevs', 'avis']

/** Types of items of one codec. */
const CODINGS: Readonly<Record<string, 'avif' | 'heic'>> = { av01: 'avif', hvc1: 'heic' }

/** The box of brands: where the major one stands, how long each is, and the bytes of all, at most. */
const FIRST_BRAND = 8
const BRAND_BYTES = 4
const MAX_BRANDS = 1024

/** Bytes of the box with all that is read, at most, and boxes before it. */
const MAX_META = 16_000_000
const MAX_BOXES_BEFORE = 64

/** Reads it from a file; undefined where it has no such box, or a damaged one. */
export async function readHeif(path: string): Promise<HeifPicture | undefined> {
  const file = await open(path)
  try {
    return await read(file)
  } catch (error) {
    // A count or an offset of a damaged box leads out of it.
    if (error instanceof RangeError) return undefined
    throw error
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle): Promise<HeifPicture | undefined> {
  let at = 0
  let brands: readonly string[] = []
  for (let n = 0; n < MAX_BOXES_BEFORE; n++) {
    const head = await readAt(file, at, 16)
    const large = head.readUInt32BE(0) === 1
    const size = large ? Number(head.readBigUInt64BE(8)) : head.readUInt32BE(0)
    const type = head.toString('latin1', 4, 8)
    const header = large ? 16 : 8
    if (type === 'ftyp' && size <= MAX_BRANDS)
      brands = await readBrands(file, at + header, size - header)
    if (type === 'meta' && size <= MAX_META) {
      return describe(brands, await readAt(file, at + header, size - header))
    }
    if (size < header) return undefined
    at += size
  }
  return undefined
}

/** The major brand, its version, and the compatible brands. */
async function readBrands(file: FileHandle, at: number, length: number): Promise<string[]> {
  const brands = await readAt(file, at, length)
  return Array.from({ length: Math.floor(brands.length / BRAND_BYTES) }, (_, n) =>
    brands.toString('latin1', BRAND_BYTES * n, BRAND_BYTES * (n + 1)),
  )
}

/** @throws RangeError where the file is shorter */
async function readAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
  if (bytesRead < Math.min(length, 8)) throw new RangeError('The file ends before.')
  return buffer.subarray(0, bytesRead)
}

function describe(brands: readonly string[], meta: Buffer): HeifPicture | undefined {
  // A version and flags come before the boxes.
  const boxes = boxesIn(meta.subarray(4))
  const [pitm] = bodiesOf(boxes, 'pitm')
  if (!pitm) return undefined
  const primary = pitm[0] === 0 ? pitm.readUInt16BE(4) : pitm.readUInt32BE(4)
  const items = readItems(bodiesOf(boxes, 'iinf')[0])
  const references = readReferences(bodiesOf(boxes, 'iref')[0])
  const [iprp] = bodiesOf(boxes, 'iprp')
  const properties = readProperties(iprp && boxesIn(iprp))
  const own = properties.of(primary)
  // What is put together from tiles is coded, and may have its colours, as they are.
  const tile = references.find(({ type, from }) => type === 'dimg' && from === primary)?.to[0]
  const ofTile = tile === undefined ? [] : properties.of(tile)
  const codec = items.get(primary)
  const coded = codec && CODINGS[codec] ? codec : tile !== undefined ? items.get(tile) : undefined
  return {
    isSequence: SEQUENCES.includes(brands[0] ?? ''),
    sequenceBrands: brands.flatMap((brand, n) =>
      n > 1 && SEQUENCES.includes(brand) ? [FIRST_BRAND + BRAND_BYTES * n] : [],
    ),
    coding: coded === undefined ? undefined : CODINGS[coded],
    isTurned: own.some(({ type }) => type === 'irot' || type === 'imir'),
    points: pointsOf(own) ?? pointsOf(ofTile),
    hasGainMap:
      [...items.values()].includes('tmap') ||
      properties.all.some(
        ({ type, body }) => type === 'auxC' && body.includes('hdrgainmap', 0, 'latin1'),
      ),
  }
}

function pointsOf(properties: readonly HeifBox[]): CodePoints | undefined {
  const colr = properties.find(
    ({ type, body }) => type === 'colr' && body.toString('latin1', 0, 4) === 'nclx',
  )
  return colr && { primaries: colr.body.readUInt16BE(4), transfer: colr.body.readUInt16BE(6) }
}
