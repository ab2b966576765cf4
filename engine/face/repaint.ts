import {
  addressOf,
  allocBytes,
  allocPlane,
  allocZeroPlane,
  copyBytes,
  instantiateKernel,
  withArena,
} from '../raster/arena.ts'
import { labToRgbFormula } from '../raster/colour/lab.ts'
import type { LabPlanes } from '../raster/colour/lab-planes.ts'
import { formula } from '../raster/formula.ts'
import type { Picture } from '../raster/picture.ts'
import { writablePixels } from '../raster/pixels/copy-on-write.ts'
import { ADD_DELTA_ROW, PACK_DELTA_ROW } from '../raster/simd/delta-rows.ts'
import { type ChangedExtent, changedRows, changeStride, emptyExtent } from './changed-rows.ts'
import type { FaceRegion, FaceRegionGeometry } from './face-region.ts'

/** sRGB levels to add to each pixel of a region, as planes. */
export type ColourChange = Record<'red' | 'green' | 'blue', Float32Array>

/** The change of sRGB levels from one set of Lab planes to another. Exactly 0 where the two are equal. */
export function colourChangeBetween(from: LabPlanes, to: LabPlanes): ColourChange {
  const blank = (): Float32Array => allocZeroPlane(from.l.length)
  const change = { red: blank(), green: blank(), blue: blank() }
  const { l, a, b } = to
  findChange({ l, a, b, lOld: from.l, aOld: from.a, bOld: from.b, ...change })
  return change
}

const findChange = formula(
  { planes: ['l', 'lOld', 'a', 'aOld', 'b', 'bOld', 'red', 'green', 'blue'] },
  `
  where abs(l - lOld) + abs(a - aOld) + abs(b - bOld) > 0
  ${labToRgbFormula('Old')}
  ${labToRgbFormula('')}
  red = red - redOld
  green = green - greenOld
  blue = blue - blueOld
`,
)

/**
 * Applies the changed colours of a region to the picture, at the picture's own resolution. What is added to each pixel
 * is the change of the region there, interpolated bilinearly, so detail finer than the region stays. Pixels where the
 * region did not change, and alpha, keep their bytes.
 * @param lab the region's colours after the change
 */
export function repaint(picture: Picture, region: FaceRegion, lab: LabPlanes): Picture {
  return applyColourChange(picture, region, () => colourChangeBetween(region.lab, lab))
}

/** {@link repaint} by a change that `find` computes, in an arena of its own. */
export function applyColourChange(
  picture: Picture,
  region: FaceRegionGeometry,
  find: () => ColourChange,
): Picture {
  const { area, width, height } = region
  const data = writablePixels(picture)
  const addDeltaRow = instantiateKernel(ADD_DELTA_ROW)
  withArena(() => {
    // Packed values of 8 bytes, in planes of values of 4 bytes.
    const deltas = allocPlane(2 * changeStride(region) * height)
    withArena(() => packChange(deltas, region, find()))
    const packed = new Float64Array(deltas.buffer, deltas.byteOffset, deltas.length / 2)
    const changed = changedExtent(packed, region)
    const between = addressOf(allocBytes(PACKED_PIXEL_BYTES * (width + 6)))
    const row = allocBytes(4 * (area.width + 1))
    const [to, from] = [addressOf(row), addressOf(deltas)]
    const rowOfDeltas = (y: number): number => from + PACKED_PIXEL_BYTES * changeStride(region) * y
    for (const { y, left, count, upper, lower, x, step, down } of changedRows(region, changed)) {
      const start = 4 * ((area.top + y) * picture.width + area.left + left)
      const pixels = data.subarray(start, start + 4 * count)
      copyBytes(row, pixels)
      const [above, below] = [rowOfDeltas(upper), rowOfDeltas(lower)]
      addDeltaRow(to, between, above, below, count, x, step, down)
      copyBytes(pixels, row.subarray(0, 4 * count))
    }
  })
  return { ...picture, data }
}

/** Bytes of the packed change of one pixel: four numbers of 16 bits. */
const PACKED_PIXEL_BYTES = 8

/** Packs changes for the kernel, row by row as {@link changeStride} says. All planes lie in the arena. */
function packChange(
  deltas: Float32Array,
  region: FaceRegionGeometry,
  { red, green, blue }: ColourChange,
): void {
  const { width, height } = region
  const packDeltaRow = instantiateKernel(PACK_DELTA_ROW)
  const stride = changeStride(region)
  const to = addressOf(deltas)
  const [r, g, b] = [addressOf(red), addressOf(green), addressOf(blue)]
  const packed = new Float64Array(deltas.buffer, deltas.byteOffset, stride * height)
  for (let y = 0, first = 1; y < height; y++, first += stride) {
    const at = 4 * y * width
    packDeltaRow(to + PACKED_PIXEL_BYTES * first, r + at, g + at, b + at, Math.ceil(width / 4))
    // What the kernel writes behind the row is overwritten by the next one.
    packed[first - 1] = packed[first]!
    packed[first + width] = packed[first + width - 1]!
  }
}

/**
 * The pixels of each row that change at all. A packed pixel is read as one 64-bit float: its top bits are alpha's,
 * which are 0, so it is never −0 or NaN, and it equals 0 only where all of its bits are 0.
 */
function changedExtent(packed: Float64Array, region: FaceRegionGeometry): ChangedExtent {
  const { width, height } = region
  const changed = emptyExtent(region)
  for (let y = 0, first = 1; y < height; y++, first += changeStride(region)) {
    let left = 0
    while (left < width && packed[first + left] === 0) left++
    if (left === width) continue
    let right = width - 1
    while (packed[first + right] === 0) right--
    changed.first[y] = left
    changed.last[y] = right
  }
  return changed
}
