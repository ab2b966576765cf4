import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { blurAllWithin } from '../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { blurredPart } from './blurred-part.ts'
import { reachOfRemains, shareOfRemains } from './cover-remains.ts'

/**
 * Changes the rim of a thing as the thing was changed: pixels there are mixtures of thing and ground, and masks are
 * drawn a little too tight, so that the old colour would stay as an outline. Each takes on as much of the change as it
 * shows of the thing.
 * @param made the picture after what the mask covers was changed
 * @returns `made`, changed in place
 */
export function changeRim(picture: Picture, made: Picture, mask: Mask): Picture {
  if (!mask.data.includes(255)) return made
  const shares = shareOfRemains(picture, mask)
  const box = boxOfPlane(shares.data, shares)
  if (!box) return made
  const part = blurredPart(box, picture)
  const { width, height, left, top } = part
  withArena(() => {
    const inside = allocPlane(width * height)
    const change = [0, 1, 2].map(() => allocPlane(width * height))
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0, i = (top + y) * picture.width + left; x < width; x++, i++, at++) {
        inside[at] = mask.data[i] === 255 ? 1 : 0
        for (let c = 0; c < 3; c++) {
          change[c]![at] = inside[at]! * (made.data[4 * i + c]! - picture.data[4 * i + c]!)
        }
      }
    }
    const near = blurAllWithin(change, inside, part, reachOfRemains(picture))
    for (let y = 0, at = 0; y < height; y++) {
      for (let x = 0, i = (top + y) * picture.width + left; x < width; x++, i++, at++) {
        const share = shares.data[i]! / 255
        if (inside[at] || share === 0) continue
        for (let c = 0; c < 3; c++) {
          made.data[4 * i + c] = picture.data[4 * i + c]! + share * near[c]![at]!
        }
      }
    }
  })
  return made
}
