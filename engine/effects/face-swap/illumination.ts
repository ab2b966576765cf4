import { type FaceRegion, landmarkPath } from '../../face/face-region.ts'
import { allocZeroPlane } from '../../raster/arena.ts'
import { LAB_AXES, labDifference } from '../../raster/colour/lab-difference.ts'
import type { LabPlanes } from '../../raster/colour/lab-planes.ts'
import { blur, blurAllWithin } from '../../raster/filter/blur.ts'
import { formula } from '../../raster/formula.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import { FACE } from '../../vision/faces/face.ts'
import { EYE_OPENINGS, MOUTH_OPENING } from './openings.ts'
import type { Both } from './swap-region.ts'
import { LIGHT_SIGMA, LIP_SIGMA, LIPS_SOFT, OPENINGS_SOFT, RELIEF_SIGMA } from './tuning.ts'

/** The light on two faces, as planes of the coarse region, and masks of what is not clear skin in it. */
export type Illumination = {
  /** The coarse colours of both faces: those of lips within the lips, elsewhere those of the skin around. */
  light: Both<LabPlanes>
  /** The light with the relief of each face in it, L*. */
  relief: Both<Float32Array>
  /** Teeth and the whites of the eyes, 0–1: their colour says little about the light. */
  inner: Float32Array
  /** The lips without what shows between them, 0–1. */
  lips: Float32Array
}

/**
 * Estimates the light on two faces: their colours, blurred within the skin (coarse shading is light, as in the Retinex
 * theory of Land and McCann, 1971).
 * @param skin the weights of the blur for each face: its own clear skin, with a trace of the whole face
 */
export function estimateIllumination(
  faces: Both<FaceRegion>,
  skin: Both<Float32Array>,
): Illumination {
  const inner = openingsMask(faces.target)
  const lips = lipsMask(faces.target, inner)
  return {
    light: {
      target: lightOn(faces.target, skin.target, lips),
      donor: lightOn(faces.donor, skin.donor, lips),
    },
    relief: {
      target: blurredWithin(faces.target.lab.l, faces.target, skin.target, RELIEF_SIGMA),
      donor: blurredWithin(faces.donor.lab.l, faces.donor, skin.donor, RELIEF_SIGMA),
    },
    inner,
    lips,
  }
}

function lightOn(face: FaceRegion, skin: Float32Array, lips: Float32Array): LabPlanes {
  const planes = [face.lab.l, face.lab.a, face.lab.b]
  const [l, a, b] = blurAllWithin(planes, skin, face, LIGHT_SIGMA * face.faceWidth)
  const onLips = blurAllWithin(planes, lips, face, LIP_SIGMA * face.faceWidth)
  const light = { l: l!, a: a!, b: b! }
  for (const [nth, axis] of LAB_AXES.entries()) {
    mixLips({ plane: light[axis], lips, onLips: onLips[nth]! })
  }
  return light
}

const mixLips = formula(
  { planes: ['plane', 'lips', 'onLips'] },
  `
  where lips > 0
  plane = plane + lips * (onLips - plane)
`,
)

function blurredWithin(
  plane: Float32Array,
  face: FaceRegion,
  skin: Float32Array,
  sigma: number,
): Float32Array {
  return blurAllWithin([plane], skin, face, sigma * face.faceWidth)[0]!
}

function openingsMask(region: FaceRegion): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  for (const { rim } of [MOUTH_OPENING, ...EYE_OPENINGS])
    paintPolygon(plane, region, landmarkPath(region, rim))
  return blur(plane, region, OPENINGS_SOFT * region.faceWidth)
}

/** The lips without what shows between them, with soft edges outside them. */
function lipsMask(region: FaceRegion, inner: Float32Array): Float32Array {
  const plane = allocZeroPlane(region.width * region.height)
  paintPolygon(plane, region, landmarkPath(region, FACE.lipsOuter))
  const soft = blur(plane, region, LIPS_SOFT.sigma * region.faceWidth)
  strengthen({ soft, inner })
  return soft
}

const strengthen = formula(
  { planes: ['soft', 'inner'] },
  `soft = (soft > ${LIPS_SOFT.least} ? min(1, 2 * soft) : 0) * (1 - min(1, inner))`,
)

/** What counts as a patch, a sigma in widths of the face, and how far it may differ, CIELAB units. */
type PatchLimit = { sigma: number; most: Record<(typeof LAB_AXES)[number], number> }

/**
 * Limits how far patches of the donor's skin and lips differ from other colours, such as the target's light: what is
 * left of sharp shadows, shine and coloured light of the donor's own picture, and of paint. `lab` is changed.
 * @param skin of both faces, 0–1: the pixels that are changed, and count
 */
export function limitPatches(
  lab: LabPlanes,
  from: LabPlanes,
  skin: Float32Array,
  target: FaceRegion,
  { sigma, most }: PatchLimit,
): void {
  const difference = labDifference(lab, from)
  const patches = blurAllWithin(
    [difference.l, difference.a, difference.b],
    skin,
    target,
    sigma * target.faceWidth,
  )
  for (const [nth, axis] of LAB_AXES.entries()) {
    compressPatch({ plane: lab[axis], patch: patches[nth]!, skin }, { most: most[axis] })
  }
}

const compressPatch = formula(
  { planes: ['plane', 'skin', 'patch'], scalars: ['most'] },
  'plane = plane - skin * (patch - most * tanh(patch / most))',
)
