import { sampleClamped } from '../../geometry/sample.ts'
import type { Size } from '../../geometry/size.ts'
import type { Picture } from '../picture.ts'
import { isOpaque } from '../pixels/packed-rgba.ts'
import { premultiply, unpremultiplyPixel } from '../pixels/premultiply.ts'
import { type Displacement, forEachMovedPixel, isVisibleShift } from './displacement.ts'
import { classifyCells, type Layer, MIXED, SOLID } from './layer.ts'
import { sampleBicubic } from './sample-bicubic.ts'
import { warp } from './warp.ts'

/** Strength of a halo, in levels. A much larger difference from the clean plate is an error of the plate. */
const HALO_LEVELS = 24

/** Most levels by which a pixel without foreground may leave the range between the moved pixel and the background. */
const MAX_OVERSHOOT_LEVELS = 6

/**
 * The disocclusion mask of a layer: 1 for each background pixel that the move uncovers, or that must be known to change
 * the background under soft edges; 0 elsewhere. Only pixels within the support count: the others show the background.
 * @param kinds of the field's cells, see {@link classifyCells}
 */
export function disocclusionMask(layer: Layer, kinds = classifyCells(layer)): Uint8Array {
  const { picture, matte, support, field } = layer
  const { width, height } = picture
  const mask = new Uint8Array(width * height)
  const markUncovered = (x: number, y: number, dx: number, dy: number): void => {
    if (!isVisibleShift(dx, dy)) return
    if (sampleClamped(matte.data, matte, x + dx, y + dy) > 254) return
    const at = y * width + x
    if (support.data[at]! > 0) mask[at] = 1
    // The 4 x 4 pixels that the interpolation at the source position reads.
    const sx = Math.floor(x + dx)
    const sy = Math.floor(y + dy)
    for (let k = 0; k < 16; k++) {
      const row = Math.min(height - 1, Math.max(0, sy - 1 + (k >> 2)))
      const from = row * width + Math.min(width - 1, Math.max(0, sx - 1 + (k & 3)))
      if (support.data[from]! > 0) mask[from] = 1
    }
  }
  forEachMovedPixel(field, width, height, markUncovered, { kinds, kind: MIXED })
  return mask
}

/**
 * Moves the foreground of a layer over its clean plate. A soft pixel is I = a F + (1 - a) B (Porter and Duff 1984).
 * Moved from w to p it becomes I(w) + (1 - a(w)) (B(p) - B(w)): the background under it is exchanged without knowing F.
 * Outside the matte (a = 0) the same sum carries only the difference of the picture from its background: the halo of a
 * sharpened edge moves, the background does not. Where nothing moves the result is the picture, byte for byte.
 * Where the layer is in doubt the whole picture moves instead, by the share that the doubt says: a plain warp takes
 * background along, but it cannot tear, whatever the matte.
 * What is composited is kept aside until all of it has read the picture, which then may be changed itself.
 * @param cleanPlate the picture without the foreground, right at least within the disocclusion mask
 * @param kinds of the field's cells, see {@link classifyCells}
 * @returns a new picture, unless the ownership of the layer's was released, see copy-on-write
 */
export function moveLayer(
  layer: Layer,
  cleanPlate: Picture,
  kinds = classifyCells(layer),
): Picture {
  const { picture, matte, support, field, protection, doubt } = layer
  const { width, height } = picture
  const nodes = { width: field.cols, height: field.rows }
  const opaque = isOpaque(picture)
  const source = opaque ? picture : premultiply(picture)
  const plate = opaque ? cleanPlate : premultiply(cleanPlate)
  const { step, cols } = field
  const mixed = openMixedCells(picture, field, kinds)
  const { pixels } = mixed
  const moved = new Float64Array(4)
  const uncovered = new Float64Array(4)
  const draw = (x: number, y: number, dx: number, dy: number): void => {
    if (!isVisibleShift(dx, dy)) return
    const at = y * width + x
    const kept = protection ? protection.data[at]! / 255 : 0
    if (kept === 1) return
    const isReached = sampleClamped(support.data, support, x + dx, y + dy) > 0
    const dragged = doubt ? sampleClamped(doubt, nodes, x / field.step, y / field.step) : 0
    if (!isReached && support.data[at] === 0 && dragged === 0) return
    const transparency = isReached ? 1 - sampleClamped(matte.data, matte, x + dx, y + dy) / 255 : 1
    if (isReached || dragged > 0) sampleBicubic(source.data, width, height, x + dx, y + dy, moved)
    if (isReached && transparency > 0)
      sampleBicubic(plate.data, width, height, x + dx, y + dy, uncovered)
    const cell = mixed.first[Math.floor(y / step) * cols + Math.floor(x / step)]!
    const to = 4 * (cell + (y % step) * step + (x % step))
    for (let c = 0; c < 4; c++) {
      const back = plate.data[at * 4 + c]!
      const laid = isReached ? composite(moved[c]!, back, uncovered[c]!, transparency) : back
      const value = laid + dragged * (moved[c]! - laid)
      pixels[to + c] = kept ? value + kept * (source.data[at * 4 + c]! - value) : value
    }
    if (!opaque) unpremultiplyPixel(pixels, to)
  }
  forEachMovedPixel(field, width, height, draw, { kinds, kind: MIXED })
  const area = { left: 0, top: 0, width, height }
  const result = warp(picture, field, area, { kinds, kind: SOLID })
  carryMixedCells(mixed, result, field, (inCell, inPicture) => inPicture.set(inCell))
  return result
}

/** The pixels of the cells that are composited, cell after cell, and the first one of each cell, -1 of others. */
type MixedCells = { first: Int32Array; pixels: Uint8ClampedArray }

/** The mixed cells as they are in a picture. */
function openMixedCells(picture: Picture, field: Displacement, kinds: Uint8Array): MixedCells {
  const { step } = field
  const first = new Int32Array(kinds.length).fill(-1)
  let count = 0
  for (const { cell } of cellsOf(picture, field)) {
    if (kinds[cell] === MIXED) first[cell] = step * step * count++
  }
  const mixed = { first, pixels: new Uint8ClampedArray(4 * step * step * count) }
  carryMixedCells(mixed, picture, field, (inCell, inPicture) => inCell.set(inPicture))
  return mixed
}

/** Calls `carry` for each row of pixels of each mixed cell: those in the cell, and those in a picture. */
function carryMixedCells(
  { first, pixels }: MixedCells,
  picture: Picture,
  field: Displacement,
  carry: (inCell: Uint8ClampedArray, inPicture: Uint8ClampedArray) => void,
): void {
  const { width, height, data } = picture
  const { step } = field
  for (const { cell, left, top } of cellsOf(picture, field)) {
    if (first[cell]! < 0) continue
    const bytes = 4 * Math.min(step, width - left)
    for (let y = top; y < Math.min(height, top + step); y++) {
      const inCell = 4 * (first[cell]! + (y - top) * step)
      const inPicture = 4 * (y * width + left)
      carry(pixels.subarray(inCell, inCell + bytes), data.subarray(inPicture, inPicture + bytes))
    }
  }
}

/** The cells of a field that have pixels of a picture, with their numbers. */
function* cellsOf(
  { width, height }: Size,
  { step, cols, rows }: Displacement,
): Generator<{ cell: number; left: number; top: number }> {
  for (let j = 0; j + 1 < rows && j * step < height; j++) {
    for (let i = 0; i + 1 < cols && i * step < width; i++) {
      yield { cell: j * cols + i, left: i * step, top: j * step }
    }
  }
}

/**
 * One channel of a moved pixel with its background exchanged, in levels. The result is bounded around what was really
 * there, more tightly the less of the pixel is foreground: an error of the clean plate would show otherwise.
 * @param moved I(w)
 * @param back B(p), the background at the new position
 * @param uncovered B(w), the background at the old position
 * @param transparency 1 - a(w)
 */
function composite(moved: number, back: number, uncovered: number, transparency: number): number {
  if (transparency === 0) return moved
  if (transparency === 1) {
    const halo = moved - uncovered
    return back + halo * Math.exp(-((halo / HALO_LEVELS) ** 2))
  }
  const slack = MAX_OVERSHOOT_LEVELS + 255 * (1 - transparency)
  const low = Math.min(moved, back) - slack
  const high = Math.max(moved, back) + slack
  return Math.min(high, Math.max(low, moved + transparency * (back - uncovered)))
}
