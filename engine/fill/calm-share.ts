import { boxOfPlane } from '../geometry/bounding-box.ts'
import { clampBox, growBox } from '../geometry/box.ts'
import { luma } from '../raster/colour/luma.ts'
import { blurWithin } from '../raster/filter/blur.ts'
import type { Picture } from '../raster/picture.ts'
import { crop, cropMask } from '../raster/pixels/crop.ts'
import {
  CALM_SHARE_AROUND,
  CALM_SHARE_CALM,
  CALM_SHARE_DETAIL,
  CALM_SHARE_ROUGH,
} from './tuning.ts'

/**
 * The share of a hole whose fill is smooth though what is around it is rough: nothing known fitted there. Energies are
 * compared by their geometric means, for which a few strong edges beside the hole count little.
 * @param filled the picture after the hole was filled
 * @param hole 1 for each pixel that was filled, 0 elsewhere
 * @returns 0–1; 0 without a hole, and where all is hole
 */
export function calmShare(picture: Picture, filled: Picture, hole: Uint8Array): number {
  const box = boxOfPlane(hole, picture)
  if (!box) return 0
  const side = Math.max(box.width, box.height)
  const sigma = Math.max(CALM_SHARE_AROUND.least, CALM_SHARE_AROUND.share * side)
  const part = clampBox(growBox(box, Math.ceil(2 * sigma)), picture)
  const size = { width: part.width, height: part.height }
  const target = Float32Array.from(
    cropMask({ width: picture.width, height: picture.height, data: hole }, part).data,
  )
  const known = target.map((is) => 1 - is)
  if (!known.includes(1)) return 0
  const around = blurWithin(detailIn(crop(picture, part), known), known, size, sigma)
  const own = detailIn(crop(filled, part), target)
  let [calm, all] = [0, 0]
  for (let i = 0; i < target.length; i++) {
    if (target[i] === 0) continue
    all++
    if (around[i]! > Math.log(CALM_SHARE_ROUGH) && own[i]! < around[i]! + Math.log(CALM_SHARE_CALM))
      calm++
  }
  return calm / all
}

/** The logarithm of the energy of fine detail at each place of a part of a picture. */
function detailIn({ data, width, height }: Picture, within: Float32Array): Float32Array {
  const light = within.map((_, i) => luma(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!))
  const coarse = blurWithin(light, within, { width, height }, CALM_SHARE_DETAIL.fine)
  const energy = light.map((level, i) => (within[i] ? (level - coarse[i]!) ** 2 : 0))
  return blurWithin(energy, within, { width, height }, CALM_SHARE_DETAIL.energy).map((mean) =>
    Math.log(mean + 1),
  )
}
