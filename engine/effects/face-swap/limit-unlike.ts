import { type FaceRegionGeometry, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { LAB_AXES, planeDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS } from './openings.ts'
import { SOFT_LEAST, UNLIKE } from './tuning.ts'

/**
 * Limits how far the donor's skin, nose and lips differ from the target's, band by band. A nose is drawn by the light
 * on it: ridges, wings and the shadow in its nostrils are other lines in another light, and grey ones in red light. So
 * are the hollows beside eyes and mouth. The target's own get the donor's shape later; of the donor's a faint relief is
 * left, and more on its lids.
 * @param lab the relit donor at the fine size, which is changed
 * @param target the target's own colours
 * @param skin of both faces, without features, 0–1
 */
export function limitUnlike(
  lab: LabPlanes,
  target: LabPlanes,
  skin: Float32Array,
  region: FaceRegionGeometry,
): void {
  const { nose, cheeks, lids, lips, most } = UNLIKE
  const eyes = EYE_OPENINGS.map(({ rim }) => rim)
  const parts = [
    skin,
    around(region, cheeks.rings, cheeks),
    around(region, [nose.ring], nose),
    around(region, [FACE.lipsOuter], lips, [FACE.lipsInner]),
  ]
  for (const part of parts) limitWithin(part, lab, target, region, most.skin)
  limitWithin(around(region, eyes, lids, eyes), lab, target, region, most.lids)
}

/** Rings of landmarks grown by a blur, without what lies within others, 0–1. */
function around(
  region: FaceRegionGeometry,
  rings: readonly (readonly number[])[],
  { soft, gain }: { soft: number; gain: number },
  without: readonly (readonly number[])[] = [],
): Float32Array {
  const filled = (of: readonly (readonly number[])[], sigma: number): Float32Array => {
    const plane = allocZeroPlane(region.width * region.height)
    for (const ring of of) paintPolygon(plane, region, landmarkPath(region, ring))
    return blur(plane, region, sigma * region.faceWidth)
  }
  const within = filled(rings, soft)
  grow({ within, inside: filled(without, UNLIKE.opening) }, { gain })
  return within
}

const grow = formula(
  { planes: ['within', 'inside'], scalars: ['gain'] },
  `within = within > ${SOFT_LEAST} ? min(1, gain * within) * (1 - min(1, inside)) : 0`,
)

function limitWithin(
  within: Float32Array,
  lab: LabPlanes,
  target: LabPlanes,
  region: FaceRegionGeometry,
  most: (typeof UNLIKE.most)[keyof typeof UNLIKE.most],
): void {
  for (const axis of LAB_AXES) {
    const apart = planeDifference(lab[axis], target[axis])
    const patches = blur(apart, region, UNLIKE.coarse * region.faceWidth)
    const lines = blur(planeDifference(apart, patches), region, UNLIKE.fine * region.faceWidth)
    const { patch, line, pore } = most[axis]
    const planes = { plane: lab[axis], own: target[axis], apart, patches, lines, within }
    limit(planes, { patch, line, pore })
  }
}

const limit = formula(
  {
    planes: ['plane', 'own', 'apart', 'patches', 'lines', 'within'],
    scalars: ['patch', 'line', 'pore'],
  },
  `
  where within > 0
  pores = apart - patches - lines
  kept = patch * tanh(patches / patch) + line * tanh(lines / line) + pore * tanh(pores / pore)
  plane = plane + within * (own + kept - plane)
`,
)
