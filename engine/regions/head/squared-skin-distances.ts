import { smoothstep } from '../../geometry/smoothstep.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { FACE } from '../../vision/faces/face.ts'
import { type ColourModel, squaredDistances } from '../colour-model.ts'
import { SKIN_DISTANCES_SIDE, UNLIKE_NECK } from '../tuning.ts'
import { middleOfNeck } from './middle-of-neck.ts'
import type { HeadGrid } from './region-grid.ts'

/**
 * The squared distances of all pixels to the skin's colours: those of the face, and of the neck in the shade of the
 * chin. Beside the neck skin has the neck's colours rather than the lit face's, which hair can have.
 * @param neck empty where no neck shows
 */
export function squaredSkinDistances(
  lab: LabPlanes,
  face: ColourModel,
  neck: ColourModel,
  grid: HeadGrid,
): Float32Array {
  const from = squaredDistances(lab, face)
  if (neck.length === 0) return from
  const fromNeck = squaredDistances(lab, neck)
  const { points, up, faceWidth, width, height } = grid
  const chin = points[FACE.chin]!
  const middle = middleOfNeck(grid)
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const down = -((x - chin.x) * up.x + (y - chin.y) * up.y) / faceWidth
      const across = (x - chin.x) * up.y - (y - chin.y) * up.x
      const fromMiddle = Math.abs(across - middle) / faceWidth
      if (down <= SKIN_DISTANCES_SIDE.above || fromMiddle <= SKIN_DISTANCES_SIDE.from) {
        from[at] = Math.min(from[at]!, fromNeck[at]!)
        continue
      }
      const beside = smoothstep(SKIN_DISTANCES_SIDE.from, SKIN_DISTANCES_SIDE.to, fromMiddle)
      const off =
        UNLIKE_NECK *
        beside *
        (1 - smoothstep(SKIN_DISTANCES_SIDE.below[0], SKIN_DISTANCES_SIDE.below[1], down))
      const lit = Math.sqrt(from[at]!) + off
      from[at] = Math.min(lit * lit, fromNeck[at]!)
    }
  }
  return from
}
