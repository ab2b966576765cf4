import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import {
  addressOf,
  allocBytes,
  allocPlane,
  copyBytes,
  copyPlane,
  instantiateKernel,
  withArena,
} from '../arena.ts'
import { halveSize } from '../filter/half-size.ts'
import { formula } from '../formula.ts'
import type { Picture } from '../picture.ts'
import { MEAN_BLOCKS } from '../simd/mean-blocks.ts'
import { lightnessFormula, rgbToLabFormula } from './lab.ts'

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

/**
 * The mean colours of the blocks of a grid, as planes of levels 0–255. Blocks at the right and lower edges may be
 * smaller than others. Alpha is ignored.
 * @throws when no arena is open
 */
export function readRgbPlanes(
  { data, width: pictureWidth }: Picture,
  { area, scale, width, height }: SamplingGrid,
): Record<'red' | 'green' | 'blue', Float32Array> {
  const meanBlocks = instantiateKernel(MEAN_BLOCKS)
  const count = width * height
  const planes = { red: allocPlane(count), green: allocPlane(count), blue: allocPlane(count) }
  const [red, green, blue] = [planes.red, planes.green, planes.blue].map(addressOf)
  const stride = 4 * area.width
  const wholeBlocks = Math.floor(area.width / scale)
  const rest = area.width - wholeBlocks * scale
  withArena(() => {
    const pixels = allocBytes(scale * stride)
    const sums = addressOf(allocBytes(2 * stride + 32))
    for (let y = 0; y < height; y++) {
      const top = area.top + y * scale
      const rows = Math.min(scale, area.height - y * scale)
      for (let row = 0; row < rows; row++) {
        const from = 4 * ((top + row) * pictureWidth + area.left)
        copyBytes(pixels.subarray(row * stride), data.subarray(from, from + stride))
      }
      const mean = (first: number, blocks: number, side: number): void => {
        const to = 4 * (y * width + first)
        const from = pixels.byteOffset + 4 * scale * first
        meanBlocks(red! + to, green! + to, blue! + to, from, stride, blocks, side, rows, sums)
      }
      if (wholeBlocks > 0) mean(0, wholeBlocks, scale)
      if (rest > 0) mean(wholeBlocks, 1, rest)
    }
  })
  return planes
}
