import { open } from 'node:fs/promises'
import type { TileLevel } from '../../catalog/console/pictures.ts'
import { TILE_SIDE } from '../../catalog/console/pictures.ts'
import type { Size } from '../geometry/size.ts'

/** Signatures, and where their fields lie (PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16). */
const END = { bytes: 22, count: 10, at: 16 }
const ENTRY = { bytes: 46, size: 20, name: 28, extra: 30, comment: 32, header: 42 }
const LOCAL = { bytes: 30, name: 26, extra: 28 }

/** `…_files/<level>/<column>_<row>.jpeg` of the layout Deep Zoom. */
const TILE = /_files\/(\d+)\/(\d+)_(\d+)\.jpeg$/

/** A level that fits into one such square is seen by the preview for a screen, too. */
const LEAST_SIDE = 1024

/**
 * Where the tiles lie in a file that sharp wrote with `tile({ layout: 'dz', container: 'zip' })`, whose entries are
 * stored as they are: the largest level first.
 * @param size of the whole picture
 * @throws Error for a file of another kind
 */
export async function tilesInZip(path: string, { width, height }: Size): Promise<TileLevel[]> {
  const found = await tilesByName(path)
  const deepest = Math.ceil(Math.log2(Math.max(width, height, 1)))
  const levels: TileLevel[] = []
  for (let halved = 0; halved <= deepest; halved++) {
    const size = { width: Math.ceil(width / 2 ** halved), height: Math.ceil(height / 2 ** halved) }
    if (halved > 0 && Math.max(size.width, size.height) < LEAST_SIDE) break
    const [columns, rows] = [size.width, size.height].map((side) => Math.ceil(side / TILE_SIDE))
    const tiles = Array.from({ length: columns! * rows! }, (_, at) => {
      const name = `${deepest - halved}/${at % columns!}_${Math.floor(at / columns!)}`
      const place = found.get(name)
      if (!place) throw new Error(`The file of tiles has no ${name}.`)
      return place
    })
    levels.push({ ...size, tiles })
  }
  return levels
}

/** First byte and length of each tile by `<level>/<column>_<row>`. */
async function tilesByName(path: string): Promise<Map<string, readonly [number, number]>> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const read = async (at: number, bytes: number): Promise<Buffer> =>
      (await file.read(Buffer.alloc(bytes), 0, bytes, at)).buffer
    const end = await read(size - END.bytes, END.bytes)
    const directory = end.readUInt32LE(END.at)
    const entries = await read(directory, size - END.bytes - directory)
    const found = new Map<string, readonly [number, number]>()
    for (let at = 0, nth = 0; nth < end.readUInt16LE(END.count); nth++) {
      const named = entries.readUInt16LE(at + ENTRY.name)
      const name = entries.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + named)
      const header = entries.readUInt32LE(at + ENTRY.header)
      const [, level, column, row] = TILE.exec(name) ?? []
      if (level !== undefined) {
        const local = await read(header, LOCAL.bytes)
        const skipped = local.readUInt16LE(LOCAL.name) + local.readUInt16LE(LOCAL.extra)
        found.set(`${level}/${column}_${row}`, [
          header + LOCAL.bytes + skipped,
          entries.readUInt32LE(at + ENTRY.size),
        ])
      }
      at +=
        ENTRY.bytes +
        named +
        entries.readUInt16LE(at + ENTRY.extra) +
        entries.readUInt16LE(at + ENTRY.comment)
    }
    return found
  } finally {
    await file.close()
  }
}
