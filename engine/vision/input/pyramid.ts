import type { Picture, SmallCopy } from '../../raster/picture.ts'
import { flatten } from '../../raster/pixels/flatten.ts'
import { packedRgba } from '../../raster/pixels/packed-rgba.ts'
import type { Roi } from './roi.ts'

/**
 * An image pyramid: level 0 is the picture, and each side of level k is 2^k times smaller. Alpha is flattened onto
 * grey. In a lazy pyramid the largest levels can be pending: they have a size but no pixels. Await {@link
 * ensureLevel} before reading a level.
 */
export type Pyramid = readonly [Picture, ...Picture[]]

/** No network input needs a level whose shorter side is smaller than this, in pixels. */
const MIN_SIDE = 64

/** The grey level behind transparent pixels: it resembles skin, cloth and the edges of paper least. */
const BACKDROP = 128

/** Faces, bodies and hands of a picture share one pyramid, which lives as long as the picture. */
const PYRAMID_CACHE = new WeakMap<Picture, Pyramid>()

/**
 * The pyramid of a picture, halved by 2 × 2 means until its shorter side is below 128 pixels. It is built once for a
 * picture, whose pixels must not change afterwards.
 */
export function buildPyramid(picture: Picture): Pyramid {
  const built = PYRAMID_CACHE.get(picture) ?? buildLevels(picture)
  PYRAMID_CACHE.set(picture, built)
  return built
}

function buildLevels(picture: Picture): [Picture, ...Picture[]] {
  const levels: [Picture, ...Picture[]] = [flatten(picture, BACKDROP)]
  let last = levels[0]
  while (Math.min(last.width, last.height) >= 2 * MIN_SIDE) {
    last = halve(last)
    levels.push(last)
  }
  return levels
}

/** Rows of a picture, from one of them to before another. */
type Rows = { from: number; to: number }

/** Loads the pending levels of a lazy pyramid, and computes rows of one of them. */
const PENDING_LEVELS = new WeakMap<Pyramid, (level: number, rows: Rows) => Promise<void>>()

/**
 * The pyramid of an opaque picture of which only a small copy has been decoded so far.
 * @param whole returns the whole picture; called at most once, when a pending level is needed
 */
export function lazyPyramid(
  { picture, halvings }: SmallCopy,
  whole: () => Promise<Picture>,
): Pyramid {
  const pyramid = buildLevels(picture)
  for (let k = 1; k <= halvings; k++) {
    const [width, height] = [picture.width * 2 ** k, picture.height * 2 ** k]
    pyramid.unshift({ width, height, data: new Uint8ClampedArray() })
  }
  const done: Rows[] = []
  const load = async (): Promise<void> => {
    pyramid[0] = await whole()
    for (let k = 1; k < halvings; k++) {
      pyramid[k] = blankHalf(pyramid[k - 1]!)
      done[k] = { from: 0, to: 0 }
    }
  }
  /** Computes the rows between those that are there, too, so that they are always neighbours. */
  const fill = (level: number, { from, to }: Rows): void => {
    const there = done[level]
    if (!there || from >= to) return
    const isBlank = there.from === there.to
    const missing = isBlank
      ? [{ from, to }]
      : [
          { from, to: there.from },
          { from: there.to, to },
        ]
    for (const rows of missing) {
      fill(level - 1, { from: 2 * rows.from, to: 2 * rows.to })
      halveRows(pyramid[level - 1]!, pyramid[level]!, rows)
    }
    done[level] = isBlank
      ? { from, to }
      : { from: Math.min(from, there.from), to: Math.max(to, there.to) }
  }
  let loading: Promise<void> | undefined
  PENDING_LEVELS.set(pyramid, async (level, rows) => {
    if (level >= halvings) return
    loading ??= load()
    await loading
    fill(level, inside(rows, pyramid[level]!))
  })
  return pyramid
}

/** What {@link ensureLevel} is asked for beyond the region, in pixels of the level: samples have neighbours. */
const ROWS_AROUND = 2

/**
 * Loads what is pending of a level in a region; does nothing for the others.
 * @throws what decoding the whole picture throws
 */
export async function ensureLevel(
  pyramid: Pyramid,
  level: number,
  { y, side }: Pick<Roi, 'y' | 'side'>,
): Promise<void> {
  const reach = (side * Math.SQRT1_2) / 2 ** level + ROWS_AROUND
  const middle = y / 2 ** level
  await PENDING_LEVELS.get(pyramid)?.(level, {
    from: Math.floor(middle - reach),
    to: Math.ceil(middle + reach),
  })
}

function inside({ from, to }: Rows, { height }: Picture): Rows {
  return { from: Math.min(height, Math.max(0, from)), to: Math.min(height, Math.max(0, to)) }
}

/** Every other byte of a packed pixel: the sums of four such bytes fit into 16 bits each. */
const EVEN_BYTES = 0x00ff00ff

/** Added to both sums, it rounds their division by four. */
const ROUND = 0x00020002

/** Means of 2 × 2 pixels. An odd last row or column is left out. */
function halve(source: Picture): Picture {
  const half = blankHalf(source)
  halveRows(source, half, { from: 0, to: half.height })
  return half
}

function blankHalf(source: Picture): Picture {
  const [width, height] = [source.width >> 1, source.height >> 1]
  return { width, height, data: new Uint8ClampedArray(4 * width * height) }
}

/** Writes rows of a picture of half the size: means of 2 × 2 pixels, rounded half up, for two channels at a time. */
function halveRows(source: Picture, half: Picture, rows: Rows): void {
  const from = packedRgba(source.data)
  const to = packedRgba(half.data)
  for (let y = rows.from; y < rows.to; y++) {
    const upper = 2 * y * source.width
    halveRow(from, upper, upper + source.width, to, y * half.width, (y + 1) * half.width)
  }
}

function halveRow(
  pixels: Int32Array,
  upper: number,
  lower: number,
  to: Int32Array,
  start: number,
  end: number,
): void {
  for (let at = start, x = 0; at < end; at++, x += 2) {
    const a = pixels[upper + x]!
    const b = pixels[upper + x + 1]!
    const c = pixels[lower + x]!
    const d = pixels[lower + x + 1]!
    const even = (a & EVEN_BYTES) + (b & EVEN_BYTES) + (c & EVEN_BYTES) + (d & EVEN_BYTES) + ROUND
    const odd =
      ((a >>> 8) & EVEN_BYTES) +
      ((b >>> 8) & EVEN_BYTES) +
      ((c >>> 8) & EVEN_BYTES) +
      ((d >>> 8) & EVEN_BYTES) +
      ROUND
    to[at] = ((even >>> 2) & EVEN_BYTES) | (((odd >>> 2) & EVEN_BYTES) << 8)
  }
}
