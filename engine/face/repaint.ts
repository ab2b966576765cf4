import { allocPlane, instantiateKernel, withArena } from '../raster/arena.ts'
import { writablePixels } from '../raster/copy-on-write.ts'
import type { LabPlanes } from '../raster/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import {
  ADD_DELTA_ROW,
  type AddDeltaRow,
  PACK_DELTA_ROW,
  type PackDeltaRow,
} from '../raster/simd/delta-rows.ts'
import { wasmInstanceOf } from '../raster/simd/wasm-instance.ts'
import { type ChangedExtent, changedRows, changeStride, emptyExtent } from './changed-rows.ts'
import { type ColourChange, colourChangeBetween } from './colour-change.ts'
import type { FaceRegion, FaceRegionGeometry } from './face-region.ts'

const bench = wasmInstanceOf<{ addLine: AddDeltaRow }>({ addLine: ADD_DELTA_ROW })
let packLine: PackDeltaRow | undefined

/**
 * Carries what was done to a region over to the picture, at the picture's own resolution: each pixel is moved by as
 * many levels as its place on the region was, so detail finer than the region stays. Pixels of unchanged places, and
 * alpha, keep their bytes.
 */
export function repaint(picture: Picture, region: FaceRegion, lab: LabPlanes): Picture {
  return applyColourChange(picture, region, () => colourChangeBetween(region.lab, lab))
}

/** The same by changes that are found in a room of their own. */
export function applyColourChange(
  picture: Picture,
  region: FaceRegionGeometry,
  find: () => ColourChange,
): Picture {
  const { area, width, height } = region
  const data = writablePixels(picture)
  // A row of pixels, a line between two of changes, then the changes.
  const lineStart = 16 * Math.ceil((area.width + 1) / 4)
  const start = lineStart + 16 * Math.ceil((width + 6) / 2)
  const stride = PACKED_PIXEL_BYTES * changeStride(region)
  const { runs, memory } = bench(start + stride * height)
  withArena(() => new Float32Array(memory, start).set(packChange(region, find())))
  const row = new Uint8ClampedArray(memory, 0, lineStart)
  const changed = changedExtent(new Float64Array(memory, start), region)
  for (const { y, left, count, upper, lower, x, step, down } of changedRows(region, changed)) {
    const from = ((area.top + y) * picture.width + area.left + left) * 4
    const pixels = data.subarray(from, from + 4 * count)
    row.set(pixels)
    const [above, below] = [start + stride * upper, start + stride * lower]
    runs.addLine(0, lineStart, above, below, count, x, step, down)
    pixels.set(row.subarray(0, 4 * count))
  }
  return { ...picture, data }
}

/** Bytes of a place of packed changes. */
const PACKED_PIXEL_BYTES = 8

/** Changes side by side, row by row as {@link changeStride} says, in the open room. */
function packChange(region: FaceRegionGeometry, { red, green, blue }: ColourChange): Float32Array {
  const { width, height } = region
  packLine ??= instantiateKernel<PackDeltaRow>(PACK_DELTA_ROW)
  const stride = changeStride(region)
  const rows = allocPlane((stride * height * PACKED_PIXEL_BYTES) / 4 + 16)
  const places = new Float64Array(rows.buffer, rows.byteOffset, stride * height)
  for (let y = 0, first = 1; y < height; y++, first += stride) {
    const at = 4 * y * width
    const [r, g, b] = [red.byteOffset + at, green.byteOffset + at, blue.byteOffset + at] as const
    packLine(rows.byteOffset + PACKED_PIXEL_BYTES * first, r, g, b, Math.ceil(width / 4))
    // What was written behind the row is the next row's.
    places[first - 1] = places[first]!
    places[first + width] = places[first + width - 1]!
  }
  return rows.subarray(0, 2 * places.length)
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
