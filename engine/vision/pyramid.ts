import type { Picture } from '../raster/picture.ts'

/** A picture and its halves: level k is 2^k times smaller. Alpha is flattened onto grey. */
export type Pyramid = readonly [Picture, ...Picture[]]

/** Below this no network input needs a smaller level. */
const SMALLEST_SIDE = 64

/** What shows through transparent pixels: the value least like skin, cloth or paper edges. */
const BACKDROP = 128

/** Kept as long as their pictures, which are looked at for bodies, faces and hands in turn. */
const BUILT = new WeakMap<Picture, Pyramid>()

/**
 * Halves the picture by 2 × 2 means until its shorter side is about the smallest network input. Built once for a
 * picture, whose pixels must not change afterwards.
 */
export function buildPyramid(picture: Picture): Pyramid {
  const built = BUILT.get(picture) ?? halves(picture)
  BUILT.set(picture, built)
  return built
}

function halves(picture: Picture): Pyramid {
  const levels: [Picture, ...Picture[]] = [flatten(picture)]
  let last = levels[0]
  while (Math.min(last.width, last.height) >= 2 * SMALLEST_SIDE) {
    last = halve(last)
    levels.push(last)
  }
  return levels
}

function flatten(picture: Picture): Picture {
  const { data } = picture
  let copy: Uint8ClampedArray | undefined
  for (let at = 3; at < data.length; at += 4) {
    const alpha = data[at]!
    if (alpha === 255) continue
    copy ??= data.slice()
    for (let c = at - 3; c < at; c++) {
      copy[c] = (data[c]! * alpha + BACKDROP * (255 - alpha)) / 255
    }
    copy[at] = 255
  }
  return copy ? { ...picture, data: copy } : picture
}

function halve(source: Picture): Picture {
  const width = source.width >> 1
  const height = source.height >> 1
  const stride = source.width * 4
  const { data } = source
  const half = new Uint8ClampedArray(width * height * 4)
  for (let y = 0, to = 0; y < height; y++) {
    for (let x = 0, from = 2 * y * stride; x < width; x++, from += 8, to += 4) {
      for (let c = 0; c < 4; c++) {
        const at = from + c
        half[to + c] =
          (data[at]! + data[at + 4]! + data[at + stride]! + data[at + stride + 4]! + 2) >> 2
      }
    }
  }
  return { width, height, data: half }
}
