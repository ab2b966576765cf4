import { type Box, unionOfBoxes } from '../../../geometry/box.ts'
import type { Layer } from '../../../product/render-product.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { OUTLINE_EDGE, OUTLINE_SEEN, OUTLINE_SIGMA } from '../tuning.ts'

/** How far from an outline pixels change, pixels. */
export const OUTLINE_REACH = 3

/**
 * Makes the outline of a garment as soft as that of a person in a photo, in place: its parts are cut at the edges of
 * meshes, which end within a pixel. Seams between parts stay whole, and so does all within the outline.
 * @param blur the sigma of the photo's own edges, pixels, by which the parts are soft already
 */
export function softenOutline(layers: readonly Layer[], blur: number): void {
  const sigma = Math.sqrt(Math.max(0, OUTLINE_SIGMA ** 2 - blur ** 2))
  if (sigma < OUTLINE_SEEN || layers.length === 0) return
  const weights = Array.from({ length: 2 * OUTLINE_REACH + 1 }, (_, n) =>
    Math.exp(-((n - OUTLINE_REACH) ** 2) / (2 * sigma ** 2)),
  )
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const even = weights.map((weight) => weight / sum)
  const all = unionOfBoxes(layers.map(({ box }) => box))
  const near = besideEdges(coverOf(layers, all), all)
  const isNear = (x: number, y: number): boolean =>
    near[(y - all.top) * all.width + x - all.left] === 1
  for (const layer of layers) softenNear(layer, even, isNear)
}

/** The share of each pixel of a box that layers cover together. */
function coverOf(layers: readonly Layer[], all: Box): Float32Array {
  const cover = new Float32Array(all.width * all.height)
  for (const { box, data } of layers) {
    for (let y = 0, i = 3; y < box.height; y++) {
      let at = (box.top + y - all.top) * all.width + box.left - all.left
      for (let x = 0; x < box.width; x++, i += 4, at++) {
        cover[at] = 1 - (1 - cover[at]!) * (1 - data[i]!)
      }
    }
  }
  return cover
}

/** Where an outline runs within two pixels: cloth and none, where a seam leaves at least half of each pixel. */
function besideEdges(cover: Float32Array, box: Box): Uint8Array {
  const isClear = new Uint8Array(cover.length)
  const isCloth = new Uint8Array(cover.length)
  for (let i = 0; i < cover.length; i++) {
    if (cover[i]! < OUTLINE_EDGE.clear) isClear[i] = 1
    if (cover[i]! > OUTLINE_EDGE.cloth) isCloth[i] = 1
  }
  const near = growMask(isClear, box, 2)
  const cloth = growMask(isCloth, box, 2)
  for (let i = 0; i < near.length; i++) near[i] = near[i]! & cloth[i]!
  return near
}

/** Blurs the pixels of a layer for which a rule holds; beyond the box it has none. */
function softenNear(
  { box, data }: Layer,
  weights: readonly number[],
  isNear: (x: number, y: number) => boolean,
): void {
  const old = data.slice()
  for (let y = 0; y < box.height; y++) {
    for (let x = 0; x < box.width; x++) {
      if (!isNear(box.left + x, box.top + y)) continue
      const to = 4 * (y * box.width + x)
      data.fill(0, to, to + 4)
      for (let dy = -OUTLINE_REACH; dy <= OUTLINE_REACH; dy++) {
        for (let dx = -OUTLINE_REACH; dx <= OUTLINE_REACH; dx++) {
          const [column, row] = [x + dx, y + dy]
          if (column < 0 || row < 0 || column >= box.width || row >= box.height) continue
          const weight = weights[dx + OUTLINE_REACH]! * weights[dy + OUTLINE_REACH]!
          const from = 4 * (row * box.width + column)
          for (let c = 0; c < 4; c++) data[to + c] = data[to + c]! + weight * old[from + c]!
        }
      }
    }
  }
}
