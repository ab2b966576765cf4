import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import { inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
import { meaningBench } from '../../raster/simd/mean-blocks.ts'
import type { Size } from './blur.ts'
import type { Frame, Tone } from './canvas.ts'
import { halve } from './half-size.ts'
import { labOf, lightnessOf } from './lab-lines.ts'

/** What of a frame says which pixels are looked at. */
type Part = Pick<Frame, 'area' | 'factor' | 'width' | 'height'>

/** The colours of a part of a picture: each place's is the mean of a block of pixels. */
export function toneOf(picture: Picture, part: Part): Tone {
  const count = part.width * part.height
  const tone = { l: takePlane(count), a: takePlane(count), b: takePlane(count) }
  inPlaneRoom(() => findTone({ ...colourPlanes(picture, part), ...tone }))
  return tone
}

const findTone = formula(labOf('red', 'green', 'blue'))

/** The colours of a part on a canvas of half the size, and L* alone on that of all its places. */
export function toneAndLight(
  picture: Picture,
  part: Part,
  half: Size,
): { tone: Tone; light: Float32Array } {
  const light = takePlane(part.width * part.height)
  const count = half.width * half.height
  const tone = { l: takePlane(count), a: takePlane(count), b: takePlane(count) }
  inPlaneRoom(() => {
    const { red, green, blue } = colourPlanes(picture, part)
    findLight({ red, green, blue, l: light })
    const smaller = (plane: Float32Array): Float32Array => halve(plane, part, half)
    findTone({ red: smaller(red), green: smaller(green), blue: smaller(blue), ...tone })
  })
  return { tone, light }
}

const findLight = formula(lightnessOf('red', 'green', 'blue'))

/** The mean colours of a part, 0–255, as planes of the open room. */
export function colourPlanes(
  picture: Picture,
  part: Part,
): Record<'red' | 'green' | 'blue', Float32Array> {
  const { width, height } = part
  const count = width * height
  const planes = { red: takePlane(count), green: takePlane(count), blue: takePlane(count) }
  const means = openMeans(picture, part, STRIP)
  for (let y = 0; y < height; y += STRIP) {
    const rows = Math.min(STRIP, height - y)
    for (let nth = 0; nth < rows; nth++) means.read(y + nth, nth)
    planes.red.set(means.r.subarray(0, rows * width), y * width)
    planes.green.set(means.g.subarray(0, rows * width), y * width)
    planes.blue.set(means.b.subarray(0, rows * width), y * width)
  }
  return planes
}

/** So many rows of blocks are copied at once; an even number of them always begins where a copy is quick. */
const STRIP = 8

/**
 * The mean colours, 0–255, of a row of blocks or several, until those of another part are read; `read` reads one of the
 * part's rows, as the nth of several.
 */
type Means = Record<'r' | 'g' | 'b', Float32Array> & { read(row: number, nth?: number): void }

/** The means of a part of a picture, so many rows of blocks at once. */
export function openMeans({ data, width: across }: Picture, part: Part, atOnce = 1): Means {
  const { area, factor, width } = part
  const stride = 4 * area.width
  const strip = 16 * Math.ceil((width * atOnce) / 4)
  const sums = 16 * Math.ceil((2 * stride + 32) / 16)
  const start = 3 * strip + sums
  const { runs, memory } = meaningBench(start + factor * stride + 16)
  const bytes = new Uint8ClampedArray(memory)
  const [r, g, b] = [0, 1, 2].map((nth) => new Float32Array(memory, nth * strip, width * atOnce))
  // The last block may be narrower.
  const whole = Math.floor(area.width / factor)
  const rest = area.width - whole * factor
  const read = (row: number, nth = 0): void => {
    const rows = Math.min(factor, area.height - row * factor)
    for (let y = 0; y < rows; y++) {
      const from = 4 * ((area.top + row * factor + y) * across + area.left)
      bytes.set(data.subarray(from, from + stride), start + y * stride)
    }
    const mean = (first: number, blocks: number, side: number): void => {
      const red = 4 * (nth * width + first)
      const [green, blue] = [red + strip, red + 2 * strip] as const
      const from = start + 4 * factor * first
      runs.meanBlocks(red, green, blue, from, stride, blocks, side, rows, 3 * strip)
    }
    if (whole > 0) mean(0, whole, factor)
    if (rest > 0) mean(whole, 1, rest)
  }
  return { r: r!, g: g!, b: b!, read }
}
