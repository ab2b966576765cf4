import { flatten } from '../../raster/flatten.ts'
import { packedRgba } from '../../raster/packed-rgba.ts'
import type { Picture, SmallCopy } from '../../raster/picture.ts'

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

/** Loads the pending levels of a lazy pyramid. */
const PENDING_LEVELS = new WeakMap<Pyramid, () => Promise<void>>()

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
  const load = async (): Promise<void> => {
    pyramid[0] = await whole()
    for (let k = 1; k < halvings; k++) pyramid[k] = halve(pyramid[k - 1]!)
  }
  let loading: Promise<void> | undefined
  PENDING_LEVELS.set(pyramid, () => (loading ??= load()))
  return pyramid
}

/**
 * Loads a level that is pending; does nothing for the others.
 * @throws what decoding the whole picture throws
 */
export async function ensureLevel(pyramid: Pyramid, level: number): Promise<void> {
  if (pyramid[level]?.data.length === 0) await PENDING_LEVELS.get(pyramid)?.()
}

/** Every other byte of a packed pixel: the sums of four such bytes fit into 16 bits each. */
const EVEN_BYTES = 0x00ff00ff

/** Added to both sums, it rounds their division by four. */
const ROUND = 0x00020002

/** Means of 2 × 2 pixels, rounded half up, for two channels at a time. An odd last row or column is left out. */
function halve(source: Picture): Picture {
  const width = source.width >> 1
  const height = source.height >> 1
  const from = packedRgba(source.data)
  const to = new Int32Array(width * height)
  for (let y = 0, at = 0; y < height; y++) {
    const end = at + width
    let upper = 2 * y * source.width
    let lower = upper + source.width
    for (; at < end; at++, upper += 2, lower += 2) {
      const a = from[upper]!
      const b = from[upper + 1]!
      const c = from[lower]!
      const d = from[lower + 1]!
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
  return { width, height, data: new Uint8ClampedArray(to.buffer) }
}
