import { isOpaque, packedRgba } from '../../raster/packed-rgba.ts'
import type { Picture, SmallCopy } from '../../raster/picture.ts'

/**
 * A picture and its halves: level k is 2^k times smaller. Alpha is flattened onto grey. The largest levels may be still
 * to come: they have their size and no pixels, and are to be awaited with {@link ensureLevel} before they are looked at.
 */
export type Pyramid = readonly [Picture, ...Picture[]]

/** Below this no network input needs a smaller level. */
const SMALLEST_SIDE = 64

/** What shows through transparent pixels: the value least like skin, cloth or paper edges. */
const BACKDROP = 128

/** Kept as long as their pictures, which are looked at for bodies, faces and hands in turn. */
const PYRAMID_CACHE = new WeakMap<Picture, Pyramid>()

/**
 * Halves the picture by 2 × 2 means until its shorter side is about the smallest network input. Built once for a
 * picture, whose pixels must not change afterwards.
 */
export function buildPyramid(picture: Picture): Pyramid {
  const built = PYRAMID_CACHE.get(picture) ?? buildLevels(picture)
  PYRAMID_CACHE.set(picture, built)
  return built
}

function buildLevels(picture: Picture): [Picture, ...Picture[]] {
  const levels: [Picture, ...Picture[]] = [flatten(picture)]
  let last = levels[0]
  while (Math.min(last.width, last.height) >= 2 * SMALLEST_SIDE) {
    last = halve(last)
    levels.push(last)
  }
  return levels
}

/** Brings the levels that are still to come of pyramids that were begun small. */
const PENDING_LEVELS = new WeakMap<Pyramid, () => Promise<void>>()

/**
 * The pyramid of an opaque picture of which only a small copy is there so far.
 * @param whole gives the picture itself; asked once, and only when somebody wants to look closer
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
  const bring = async (): Promise<void> => {
    pyramid[0] = await whole()
    for (let k = 1; k < halvings; k++) pyramid[k] = halve(pyramid[k - 1]!)
  }
  let coming: Promise<void> | undefined
  PENDING_LEVELS.set(pyramid, () => (coming ??= bring()))
  return pyramid
}

/** To be awaited before a level is looked at. Throws what the decoding of the picture throws. */
export async function ensureLevel(pyramid: Pyramid, level: number): Promise<void> {
  if (pyramid[level]?.data.length === 0) await PENDING_LEVELS.get(pyramid)?.()
}

function flatten(picture: Picture): Picture {
  if (isOpaque(picture)) return picture
  const data = picture.data.slice()
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at]!
    for (let c = at - 3; c < at; c++) {
      data[c] = (data[c]! * alpha + BACKDROP * (255 - alpha)) / 255
    }
    data[at] = 255
  }
  return { ...picture, data }
}

/** Every other byte of a pixel: sums of four bytes fit beside each other into the room of two. */
const HALF = 0x00ff00ff

/** What rounds both sums of a number when they are divided by four. */
const ROUND = 0x00020002

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
      const even = (a & HALF) + (b & HALF) + (c & HALF) + (d & HALF) + ROUND
      const odd =
        ((a >>> 8) & HALF) + ((b >>> 8) & HALF) + ((c >>> 8) & HALF) + ((d >>> 8) & HALF) + ROUND
      to[at] = ((even >>> 2) & HALF) | (((odd >>> 2) & HALF) << 8)
    }
  }
  return { width, height, data: new Uint8ClampedArray(to.buffer) }
}
