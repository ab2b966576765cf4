import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { allocZeroPlane, withArena } from '../../../raster/arena.ts'
import { readLabPlanes } from '../../../raster/colour/lab-planes.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { blur } from '../../../raster/filter/blur.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { colourDistance, fitColourModel } from '../../../regions/colour-model.ts'
import type { ByRegion } from '../../../regions/region-names.ts'
import {
  HAIR_OVER_CLOTH_ALIKE,
  HAIR_OVER_CLOTH_APART,
  HAIR_OVER_CLOTH_AREA,
  HAIR_OVER_CLOTH_EDGE,
  HAIR_OVER_CLOTH_MATTE,
  HAIR_OVER_CLOTH_MODEL,
  HAIR_OVER_CLOTH_SHARE,
} from '../tuning.ts'

/**
 * Regions in which hair that falls over a garment of another colour counts as hair: by place alone it is taken for
 * cloth.
 */
export function withHairOverCloth(
  picture: Picture,
  regions: ByRegion<Mask>,
  shoulders: number,
): ByRegion<Mask> {
  const hair = regions.hair.data.slice()
  const cloth = regions['upper-garment'].data.slice()
  const both = new Uint8Array(hair.length)
  for (let at = 0; at < both.length; at++) both[at] = hair[at]! | cloth[at]!
  const box = boxOfPlane(both, picture)
  if (!box) return regions
  const changed = withArena(() => {
    const size = { width: box.width, height: box.height }
    const lab = readLabPlanes(picture, { ...size, area: box, scale: 1 })
    const count = box.width * box.height
    const places = placesIn(box, picture)
    const [hairs, cloths]: [number[], number[]] = [[], []]
    for (let i = 0; i < count; i += HAIR_OVER_CLOTH_MODEL.step) {
      const at = places[i]!
      if (hair[at]! >= HAIR_OVER_CLOTH_MATTE.pure) hairs.push(i)
      else if (cloth[at]! >= HAIR_OVER_CLOTH_MATTE.pure) cloths.push(i)
    }
    if (hairs.length < 20) return false
    const ofHair = fitColourModel(lab, hairs, HAIR_OVER_CLOTH_MODEL.colours)
    const other = cloths.filter((i) => colourDistance(lab, i, ofHair) > HAIR_OVER_CLOTH_ALIKE.most)
    if (other.length < HAIR_OVER_CLOTH_APART * cloths.length) return false
    const ofCloth = fitColourModel(lab, other, HAIR_OVER_CLOTH_MODEL.colours)
    const like = new Float32Array(count)
    const seeds: number[] = []
    for (let i = 0; i < count; i++) {
      const at = places[i]!
      if (hair[at]! >= HAIR_OVER_CLOTH_MATTE.in) {
        like[i] = 1
        seeds.push(i)
      } else if (cloth[at]! >= HAIR_OVER_CLOTH_MATTE.in) {
        const near = colourDistance(lab, i, ofHair)
        if (
          near < HAIR_OVER_CLOTH_ALIKE.most &&
          near < HAIR_OVER_CLOTH_ALIKE.nearer * colourDistance(lab, i, ofCloth)
        )
          like[i] = 1
      }
    }
    const kept = keepConnected(like, box.width, 1, seeds)
    const found = new Uint8Array(count)
    let pixels = 0
    for (let i = 0; i < count; i++) {
      if (kept[i] === 0 || hair[places[i]!]! >= HAIR_OVER_CLOTH_MATTE.in) continue
      found[i] = 1
      pixels++
    }
    const area = pixels / shoulders ** 2
    if (area < HAIR_OVER_CLOTH_AREA.least || area > HAIR_OVER_CLOTH_AREA.most) return false
    const room = Math.max(2, Math.round(HAIR_OVER_CLOTH_EDGE.room * shoulders))
    const near = growMask(found, size, room)
    const shares = allocZeroPlane(count)
    for (let i = 0; i < count; i++) {
      if (near[i] === 0) continue
      const toCloth = colourDistance(lab, i, ofCloth)
      const all = toCloth + colourDistance(lab, i, ofHair) + 1e-6
      shares[i] = smoothstep(HAIR_OVER_CLOTH_SHARE.from, HAIR_OVER_CLOTH_SHARE.to, toCloth / all)
    }
    const soft = blur(shares, size, HAIR_OVER_CLOTH_EDGE.sigma)
    debugPlane('hair over cloth', soft, size)
    for (let i = 0; i < count; i++) {
      const at = places[i]!
      if (near[i] === 0 || cloth[at] === 0) continue
      const moved = Math.round(soft[i]! * cloth[at]!)
      hair[at] = Math.min(255, hair[at]! + moved)
      cloth[at] = cloth[at]! - moved
    }
    return true
  })
  if (!changed) return regions
  return {
    ...regions,
    hair: { ...regions.hair, data: hair },
    'upper-garment': { ...regions['upper-garment'], data: cloth },
  }
}
