import {
  addressOf,
  allocBytes,
  allocPlane,
  copyPixels,
  instantiateKernel,
  withArena,
} from '../raster/arena.ts'
import { writablePixels } from '../raster/copy-on-write.ts'
import type { LabPlanes } from '../raster/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import { ADD_DELTA_ROW, PACK_DELTA_ROW } from '../raster/simd/delta-rows.ts'
import { type ChangedExtent, changedRows, changeStride, emptyExtent } from './changed-rows.ts'
import { type ColourChange, colourChangeBetween } from './colour-change.ts'
import type { FaceRegion, FaceRegionGeometry } from './face-region.ts'

/**
 * Carries what was done to a region over to the picture, at the picture's own resolution: each pixel is moved by as
 * many levels as its place on the region was, so detail finer than the region stays. Pixels of unchanged places, and
 * alpha, keep their bytes.
 */
export function repaint(picture: Picture, region: FaceRegion, lab: LabPlanes): Picture {
  return applyColourChange(picture, region, () => colourChangeBetween(region.lab, lab))
}

/** The same by changes that `find` computes, in an arena of its own. */
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
    const rowOfDeltas = (y: number): number =>
      addressOf(deltas) + PACKED_PIXEL_BYTES * changeStride(region) * y
    for (const { y, left, count, upper, lower, x, step, down } of changedRows(region, changed)) {
      const from = ((area.top + y) * picture.width + area.left + left) * 4
      const pixels = data.subarray(from, from + 4 * count)
      copyPixels(row, pixels)
      const [above, below] = [rowOfDeltas(upper), rowOfDeltas(lower)]
      addDeltaRow(addressOf(row), between, above, below, count, x, step, down)
      copyPixels(pixels, row.subarray(0, 4 * count))
    }
  })
  return { ...picture, data }
}

/** Bytes of a place of packed changes. */
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
  const packed = new Float64Array(deltas.buffer, deltas.byteOffset, stride * height)
  for (let y = 0, first = 1; y < height; y++, first += stride) {
    const at = 4 * y * width
    const [r, g, b] = [addressOf(red) + at, addressOf(green) + at, addressOf(blue) + at] as const
    packDeltaRow(to + PACKED_PIXEL_BYTES * first, r, g, b, Math.ceil(width / 4))
    // What the kernel writes behind the row is overwritten by the next one.
    packed[first - 1] = packed[first]!
    packed[first + width] = packed[first + width - 1]!
  }
}

/** Which places of each row change at all. Alpha's number is 0 and the highest: no place reads as −0 or as none. */
function changedExtent(places: Float64Array, region: FaceRegionGeometry): ChangedExtent {
  const { width, height } = region
  const changed = emptyExtent(region)
  for (let y = 0, first = 1; y < height; y++, first += changeStride(region)) {
    let left = 0
    while (left < width && places[first + left] === 0) left++
    if (left === width) continue
    let right = width - 1
    while (places[first + right] === 0) right--
    changed.first[y] = left
    changed.last[y] = right
  }
  return changed
}
