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
  const inside = Float32Array.from(mask.data, (level) => (level === 255 ? 1 : 0))
  if (!inside.includes(1)) return made
  const shares = shareOfRemains(picture, mask)
  const change = [0, 1, 2].map((c) =>
    inside.map((is, i) => is && made.data[4 * i + c]! - picture.data[4 * i + c]!),
  )
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
