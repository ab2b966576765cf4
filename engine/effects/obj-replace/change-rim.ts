import { blurAllWithin } from '../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { reachOfRemains, shareOfRemains } from './cover-remains.ts'

/**
 * Changes the rim of a thing as the thing was changed: pixels there are mixtures of thing and ground, and masks are
 * drawn a little too tight, so that the old colour would stay as an outline. Each takes on as much of the change as it
 * shows of the thing.
 * @param made the picture after what the mask covers was changed
 * @returns `made`, changed in place
 */
export function changeRim(picture: Picture, made: Picture, mask: Mask): Picture {
  const inside = new Float32Array(mask.data.length)
  for (let i = 0; i < inside.length; i++) if (mask.data[i] === 255) inside[i] = 1
  if (!inside.includes(1)) return made
  const shares = shareOfRemains(picture, mask)
  const change = [0, 1, 2].map((c) => {
    const plane = new Float32Array(inside.length)
    for (let i = 0, at = c; i < plane.length; i++, at += 4) {
      if (inside[i]) plane[i] = made.data[at]! - picture.data[at]!
    }
    return plane
  })
  const near = blurAllWithin(change, inside, picture, reachOfRemains(picture))
  for (let i = 0; i < inside.length; i++) {
    const share = shares.data[i]! / 255
    if (inside[i] || share === 0) continue
    for (let c = 0; c < 3; c++) {
      made.data[4 * i + c] = picture.data[4 * i + c]! + share * near[c]![i]!
    }
  }
  return made
}
