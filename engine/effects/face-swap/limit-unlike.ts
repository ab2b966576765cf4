import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { LAB_AXES, planeDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { UNLIKE } from './tuning.ts'

/**
 * Limits how far the donor differs from the target, band by band, everywhere but within the mouth. A nose is drawn by
 * the light on it: ridges, wings and the shadow in its nostrils are other lines in another light, and grey ones in red
 * light. So are the hollows beside eyes and mouth. Lashes and the rims of lids from another picture are a ring around
 * the target's own eyes, and what lies beside its brows cuts their tails. The target's own features get the donor's
 * shape later; of the donor's a faint relief is left.
 * @param lab the relit donor at the fine size, which is changed
 * @param target the target's own colours
 */
export function limitUnlike(lab: LabPlanes, target: LabPlanes, region: FaceRegionGeometry): void {
  const inside = insideOfMouth(region)
  for (const axis of LAB_AXES) {
    const apart = planeDifference(lab[axis], target[axis])
    const patches = blur(apart, region, UNLIKE.coarse * region.faceWidth)
    const lines = blur(planeDifference(apart, patches), region, UNLIKE.fine * region.faceWidth)
    const { patch, line, pore } = UNLIKE.most[axis]
    const planes = { plane: lab[axis], own: target[axis], apart, patches, lines, inside }
    limit(planes, { patch, line, pore })
  }
}

/** What shows between the lips, 0–1. Its soft edge lies within it: beside the corners of a mouth is skin. */
function insideOfMouth(region: FaceRegionGeometry): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  paintPolygon(plane, region, landmarkPath(region, FACE.lipsInner))
  const inside = blur(plane, region, UNLIKE.opening * region.faceWidth)
  shrink({ inside })
  return inside
}

const shrink = formula({ planes: ['inside'] }, 'inside = max(0, 2 * inside - 1)')

const limit = formula(
  {
    planes: ['plane', 'own', 'apart', 'patches', 'lines', 'inside'],
    scalars: ['patch', 'line', 'pore'],
  },
  `
  pores = apart - patches - lines
  kept = patch * tanh(patches / patch) + line * tanh(lines / line) + pore * tanh(pores / pore)
  plane = plane + (1 - inside) * (own + kept - plane)
`,
)
