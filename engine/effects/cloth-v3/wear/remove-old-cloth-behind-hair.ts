import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import { withArena } from '../../../raster/arena.ts'
import { linearToSrgb, srgbToLinear } from '../../../raster/colour/lab.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import type { Wearer } from '../measure/wearer.ts'
import {
  BEHIND_HAIR,
  BEHIND_HAIR_BOTH,
  BEHIND_HAIR_NEAR,
  BEHIND_HAIR_SIGMA,
  COVER_SEEN,
  NOTHING_ELSE,
} from '../tuning.ts'

/**
 * Takes what was worn out of the colours of hair before it: between hairs they are mixed, as the matting equation says
 * (Porter and Duff 1984). Changes pixels that the new garment covers.
 * @param covered the share of each pixel that is covered, 0–1
 */
export function removeOldClothBehindHair(
  out: Picture,
  { picture, regions, torso }: Wearer,
  instead: Mask,
  covered: Float32Array,
): void {
  const hair = regions.hair.data
  const isMixed = (at: number): boolean =>
    covered[at]! > COVER_SEEN &&
    hair[at]! > BEHIND_HAIR.least * 255 &&
    hair[at]! < BEHIND_HAIR.most * 255 &&
    instead.data[at]! + hair[at]! > BEHIND_HAIR_BOTH
  const mixed = new Uint8Array(hair.length)
  for (let at = 0; at < mixed.length; at++) if (isMixed(at)) mixed[at] = 1
  const tight = boxOfPlane(mixed, picture)
  if (!tight) return
  const reach = Math.ceil(3 * BEHIND_HAIR_SIGMA * torso.shoulders)
  const box = clampBox(growBox(tight, reach), picture)
  const size = { width: box.width, height: box.height }
  const inPicture = (i: number): number =>
    (box.top + Math.floor(i / box.width)) * picture.width + box.left + (i % box.width)
  const known = new Float32Array(box.width * box.height)
  const planes = [0, 1, 2].map(() => new Float32Array(known.length))
  for (let i = 0; i < known.length; i++) {
    const at = inPicture(i)
    known[i] = instead.data[at]! > NOTHING_ELSE ? 1 : 0
    for (let c = 0; c < 3; c++) planes[c]![i] = srgbToLinear(picture.data[at * 4 + c]!)
  }
  withArena(() => {
    const old = blurAllWithin(planes, known, size, BEHIND_HAIR_SIGMA * torso.shoulders)
    const isNear = blur(known, size, BEHIND_HAIR_SIGMA * torso.shoulders)
    for (let i = 0; i < known.length; i++) {
      const at = inPicture(i)
      if (mixed[at] === 0 || isNear[i]! < BEHIND_HAIR_NEAR) continue
      const share = hair[at]! / 255
      for (let c = 0; c < 3; c++) {
        const own = (planes[c]![i]! - (1 - share) * old[c]![i]!) / share
        out.data[at * 4 + c] = linearToSrgb(
          Math.min(1, Math.max(BEHIND_HAIR.dark * planes[c]![i]!, own)),
        )
      }
    }
  })
}
