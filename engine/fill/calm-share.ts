import { boxOfPlane } from '../geometry/bounding-box.ts'
import { clampBox, growBox } from '../geometry/box.ts'
import { allocPlane, allocZeroPlane, withArena } from '../raster/arena.ts'
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
  const target = cropMask({ width: picture.width, height: picture.height, data: hole }, part).data
  if (!target.includes(0)) return 0
  return withArena(() => {
    const known = allocPlane(target.length)
    const filling = allocPlane(target.length)
    for (let i = 0; i < target.length; i++) {
      filling[i] = target[i]!
      known[i] = 1 - target[i]!
    }
    const around = blurWithin(detailIn(crop(picture, part), known), known, size, sigma)
    const [rough, less] = [Math.log(CALM_SHARE_ROUGH), Math.log(CALM_SHARE_CALM)]
    // Where nothing around is rough, no fill is too smooth.
    if (!isAnyAbove(around, rough, target)) return 0
    const own = detailIn(crop(filled, part), filling)
    let [calm, all] = [0, 0]
    for (let i = 0; i < target.length; i++) {
      if (target[i] === 0) continue
      all++
      if (around[i]! > rough && own[i]! < around[i]! + less) calm++
    }
    return calm / all
  })
}

function isAnyAbove(plane: Float32Array, limit: number, within: Uint8Array): boolean {
  for (let i = 0; i < plane.length; i++) if (within[i] === 1 && plane[i]! > limit) return true
  return false
}

/** The logarithm of the energy of fine detail at each place of a part of a picture; 0 where nothing has weight. */
function detailIn({ data, width, height }: Picture, within: Float32Array): Float32Array {
  const light = allocZeroPlane(within.length)
  for (let i = 0; i < light.length; i++) {
    if (within[i]) light[i] = luma(data[4 * i]!, data[4 * i + 1]!, data[4 * i + 2]!)
  }
  const coarse = blurWithin(light, within, { width, height }, CALM_SHARE_DETAIL.fine)
  for (let i = 0; i < light.length; i++) {
    if (within[i]) light[i] = (light[i]! - coarse[i]!) ** 2
  }
  const energy = blurWithin(light, within, { width, height }, CALM_SHARE_DETAIL.energy)
  for (let i = 0; i < light.length; i++) light[i] = within[i] ? Math.log(energy[i]! + 1) : 0
  return light
}
