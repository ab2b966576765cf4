import type { Box, Picture } from '../../raster/picture.ts'
import { wordsOf } from '../../raster/words.ts'
import type { Frame, Tone } from './canvas.ts'
import { lightness, toLab } from './lab.ts'

/** What of a frame says which pixels are looked at. */
type Part = Pick<Frame, 'area' | 'factor' | 'width' | 'height'>

/** The colours of a part of a picture: each place's is the mean of a block of pixels. */
export function toneOf(picture: Picture, part: Part): Tone {
  const { width, height } = part
  const count = width * height
  const tone = {
    l: new Float32Array(count),
    a: new Float32Array(count),
    b: new Float32Array(count),
  }
  const lab = new Float64Array(3)
  const means = openMeans(picture, part)
  const { r, g, b } = means
  for (let y = 0, at = 0; y < height; y++) {
    means.read(y)
    for (let x = 0; x < width; x++, at++) {
      toLab(r[x]!, g[x]!, b[x]!, lab)
      tone.l[at] = lab[0]!
      tone.a[at] = lab[1]!
      tone.b[at] = lab[2]!
    }
  }
  return tone
}

/** The same of L* alone. */
export function lightOf(picture: Picture, part: Part): Float32Array {
  const { width, height } = part
  const light = new Float32Array(width * height)
  const means = openMeans(picture, part)
  const { r, g, b } = means
  for (let y = 0, at = 0; y < height; y++) {
    means.read(y)
    for (let x = 0; x < width; x++, at++) light[at] = lightness(r[x]!, g[x]!, b[x]!)
  }
  return light
}

type Colours<Of> = { r: Of; g: Of; b: Of }

/** The mean colours of the row of blocks that was read last, 0–255. */
type Means = Colours<Float64Array> & { read(row: number): void }

/** The means of a part of a picture, row of blocks by row of blocks. */
export function openMeans({ data, width: stride }: Picture, { area, factor, width }: Part): Means {
  const words = wordsOf(data)
  const of = <T>(make: () => T): Colours<T> => ({ r: make(), g: make(), b: make() })
  const sums = of(() => new Int32Array(width))
  const means = of(() => new Float64Array(width))
  const read = (row: number): void => {
    const height = Math.min(factor, area.height - row * factor)
    sumBlocks(words, stride, { ...area, top: area.top + row * factor, height }, factor, sums)
    for (let x = 0; x < width; x++) {
      const count = height * Math.min(factor, area.width - x * factor)
      means.r[x] = sums.r[x]! / count
      means.g[x] = sums.g[x]! / count
      means.b[x] = sums.b[x]! / count
    }
  }
  return { ...means, read }
}

/** Every other byte of a pixel: sums of up to 257 fit beside each other into a number. */
const HALF = 0x00ff00ff

/** The sums of each block of `side` (at most 257) columns of as many rows of a picture; the last block may be narrower. */
function sumBlocks(
  words: Int32Array,
  width: number,
  rows: Box,
  side: number,
  { r, g, b }: Colours<Int32Array>,
): void {
  for (const plane of [r, g, b]) plane.fill(0)
  for (let y = 0; y < rows.height; y++) {
    let at = (rows.top + y) * width + rows.left
    const end = at + rows.width
    for (let x = 0; at < end; x++) {
      let even = 0
      let odd = 0
      for (const stop = Math.min(end, at + side); at < stop; at++) {
        const word = words[at]!
        even = (even + (word & HALF)) | 0
        odd = (odd + ((word >>> 8) & HALF)) | 0
      }
      r[x] = r[x]! + (even & 0xffff)
      g[x] = g[x]! + (odd & 0xffff)
      b[x] = b[x]! + (even >>> 16)
    }
  }
}
