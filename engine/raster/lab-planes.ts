import { allocPlane, copyPlane, withArena } from './arena.ts'
import type { Size } from './blur.ts'
import { formula } from './formula.ts'
import { halveSize } from './half-size.ts'
import { lightnessFormula, rgbToLabFormula } from './lab.ts'
import type { Box, Picture } from './picture.ts'
import { meanBlocksInstance } from './simd/mean-blocks.ts'

/** CIELAB planes of one size: L* 0–100, a* and b*. */
export type LabPlanes = { l: Float32Array; a: Float32Array; b: Float32Array }

/** Which pixels of a picture planes are sampled from: each pixel of a plane is the mean of a square block. */
export type SamplingGrid = Size & {
  /** The part of the picture that the planes show. Blocks at its right and lower edge may be cut. */
  area: Box
  /** Source pixels per plane pixel, each way: the side of a block. A whole number. */
  scale: number
}

export function copyLabPlanes({ l, a, b }: LabPlanes): LabPlanes {
  return { l: copyPlane(l), a: copyPlane(a), b: copyPlane(b) }
}

/** The colours of a part of a picture. The mean of a block is taken of its sRGB levels. */
export function readLabPlanes(picture: Picture, part: SamplingGrid): LabPlanes {
  const count = part.width * part.height
  const lab = { l: allocPlane(count), a: allocPlane(count), b: allocPlane(count) }
  withArena(() => convertToLab({ ...readRgbPlanes(picture, part), ...lab }))
  return lab
}

const convertToLab = formula(
  { planes: ['red', 'green', 'blue', 'l', 'a', 'b'] },
  rgbToLabFormula('red', 'green', 'blue'),
)

/**
 * The colours of a part of a picture at half the size of the grid, and L* alone at its full size.
 * @param half the grid's size halved, rounded up
 */
export function readLabAndLightness(
  picture: Picture,
  part: SamplingGrid,
  half: Size,
): { lab: LabPlanes; light: Float32Array } {
  const light = allocPlane(part.width * part.height)
  const count = half.width * half.height
  const lab = { l: allocPlane(count), a: allocPlane(count), b: allocPlane(count) }
  withArena(() => {
    const { red, green, blue } = readRgbPlanes(picture, part)
    convertToLightness({ red, green, blue, l: light })
    const smaller = (plane: Float32Array): Float32Array => halveSize(plane, part, half)
    convertToLab({ red: smaller(red), green: smaller(green), blue: smaller(blue), ...lab })
  })
  return { lab, light }
}

const convertToLightness = formula(
  { planes: ['red', 'green', 'blue', 'l'] },
  lightnessFormula('red', 'green', 'blue'),
)

/** The mean sRGB levels, 0–255, of the blocks of a part, as planes of the arena that is open. */
export function readRgbPlanes(
  picture: Picture,
  part: SamplingGrid,
): Record<'red' | 'green' | 'blue', Float32Array> {
  const { width, height } = part
  const count = width * height
  const planes = { red: allocPlane(count), green: allocPlane(count), blue: allocPlane(count) }
  const means = createBlockMeans(picture, part, ROWS_AT_ONCE)
  for (let y = 0; y < height; y += ROWS_AT_ONCE) {
    const rows = Math.min(ROWS_AT_ONCE, height - y)
    for (let nth = 0; nth < rows; nth++) means.read(y + nth, nth)
    planes.red.set(means.r.subarray(0, rows * width), y * width)
    planes.green.set(means.g.subarray(0, rows * width), y * width)
    planes.blue.set(means.b.subarray(0, rows * width), y * width)
  }
  return planes
}

/** So many rows of blocks are copied at once; an even number of them always begins where a copy is quick. */
const ROWS_AT_ONCE = 8

/**
 * The mean colours, 0–255, of a row of blocks or several, until those of another part are read; `read` reads one of the
 * part's rows, as the nth of several.
 */
type BlockMeans = Record<'r' | 'g' | 'b', Float32Array> & { read(row: number, nth?: number): void }

/** The means of a part of a picture, so many rows of blocks at once. */
export function createBlockMeans(
  { data, width: across }: Picture,
  part: SamplingGrid,
  atOnce = 1,
): BlockMeans {
  const { area, scale, width } = part
  const stride = 4 * area.width
  const strip = 16 * Math.ceil((width * atOnce) / 4)
  const sums = 16 * Math.ceil((2 * stride + 32) / 16)
  const start = 3 * strip + sums
  const { runs, memory } = meanBlocksInstance(start + scale * stride + 16)
  const bytes = new Uint8ClampedArray(memory)
  const [r, g, b] = [0, 1, 2].map((nth) => new Float32Array(memory, nth * strip, width * atOnce))
  // The last block may be narrower.
  const whole = Math.floor(area.width / scale)
  const rest = area.width - whole * scale
  const read = (row: number, nth = 0): void => {
    const rows = Math.min(scale, area.height - row * scale)
    for (let y = 0; y < rows; y++) {
      const from = 4 * ((area.top + row * scale + y) * across + area.left)
      bytes.set(data.subarray(from, from + stride), start + y * stride)
    }
    const mean = (first: number, blocks: number, side: number): void => {
      const red = 4 * (nth * width + first)
      const [green, blue] = [red + strip, red + 2 * strip] as const
      const from = start + 4 * scale * first
      runs.meanBlocks(red, green, blue, from, stride, blocks, side, rows, 3 * strip)
    }
    if (whole > 0) mean(0, whole, scale)
    if (rest > 0) mean(whole, 1, rest)
  }
  return { r: r!, g: g!, b: b!, read }
}
