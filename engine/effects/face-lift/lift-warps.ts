import type { FacePoint } from '../../face/warp/face-frame.ts'
import { type LocalWarp, shiftBox } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { outlineWarp } from '../../face/warp/outline.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { LiftPart } from './lift-features.ts'
import { CHEEK_LIFT, FOREHEAD_LIFT, JAW_LIFT, MOUTH_LIFT } from './tuning.ts'

type PartWarp = (amount: number, face: NormalisedFace) => LocalWarp[]

const SIDES = [
  { side: 1, cheek: FACE.leftCheek, corner: FACE.leftMouthCorner, brow: FACE.leftBrowBottom },
  { side: -1, cheek: FACE.rightCheek, corner: FACE.rightMouthCorner, brow: FACE.rightBrowBottom },
] as const

function meanFacePoint(points: FacePoint[]): FacePoint {
  const sum = points.reduce((a, b) => ({ u: a.u + b.u, v: a.v + b.v }))
  return { u: sum.u / points.length, v: sum.v / points.length }
}

/** The cheeks up and a little outwards. */
const cheek: PartWarp = (amount, { landmarks, eyes }) =>
  SIDES.map(({ side, cheek: index }) => {
    const centre = landmarks[index]!
    const eye = side === 1 ? eyes.left : eyes.right
    const room = Math.max(CHEEK_LIFT.leastRoom, centre.v - eye.centre.v - eye.halfOpening)
    return shiftBox(
      {
        centre,
        inner: { u: CHEEK_LIFT.inner, v: CHEEK_LIFT.inner },
        outer: CHEEK_LIFT.outer,
        outerUp: room,
      },
      { u: side * CHEEK_LIFT.by.u * amount, v: CHEEK_LIFT.by.v * amount },
    )
  })

/** The corners of the mouth up, as far as they droop and a little more: beyond that a lifted mouth would smirk. */
const mouth: PartWarp = (amount, { landmarks }) => {
  const line = (landmarks[FACE.upperLipBottom]!.v + landmarks[FACE.lowerLipTop]!.v) / 2
  return SIDES.map(({ side, corner }) => {
    const centre = landmarks[corner]!
    const droop = centre.v - line
    const { least, most, beyond } = MOUTH_LIFT.rise
    const rise = amount * Math.min(most, Math.max(least, droop + beyond))
    return shiftBox(
      {
        centre,
        inner: { u: MOUTH_LIFT.inner, v: MOUTH_LIFT.inner },
        outer: MOUTH_LIFT.outer,
      },
      { u: side * MOUTH_LIFT.aside * rise, v: -rise },
    )
  })
}

/** The brows up; above them the forehead moves less and less towards the hairline. */
const forehead: PartWarp = (amount, { landmarks }) => {
  const top = landmarks[FACE.foreheadTop]!
  return SIDES.map(({ side, brow }) => {
    const centre = meanFacePoint(brow.map((i) => landmarks[i]!))
    return shiftBox(
      {
        centre: { u: centre.u + side * FOREHEAD_LIFT.aside, v: centre.v },
        inner: { u: FOREHEAD_LIFT.inner.u, v: FOREHEAD_LIFT.inner.v },
        outer: FOREHEAD_LIFT.outer,
        innerUp: FOREHEAD_LIFT.inner.up,
        outerUp: Math.max(
          FOREHEAD_LIFT.hairline.least,
          centre.v - top.v + FOREHEAD_LIFT.hairline.beyond,
        ),
      },
      { u: 0, v: FOREHEAD_LIFT.by * amount },
    )
  })
}

/** The line of the jaw drawn in and up, and the chin up with it. */
const shape: PartWarp = (amount, face) => [
  outlineWarp(
    face,
    { from: JAW_LIFT.from, band: JAW_LIFT.band },
    ({ t, midlineDistance, side }) => {
      const jowl =
        smoothstep(JAW_LIFT.jowl.from, JAW_LIFT.jowl.full, t) *
        (1 - smoothstep(JAW_LIFT.jowl.ends, 1, t))
      const below =
        smoothstep(JAW_LIFT.below.from, JAW_LIFT.below.full, t) *
        (1 - JAW_LIFT.below.less * smoothstep(JAW_LIFT.below.chin, 1, t))
      return {
        u: -side * midlineDistance * JAW_LIFT.inwards * jowl * amount,
        v: JAW_LIFT.up * below * amount,
      }
    },
  ),
]

/** How each part is warped; bags under the eyes are only softened. */
const PART_WARPS: Record<LiftPart, PartWarp> = { eye_bag: () => [], cheek, forehead, shape, mouth }

/** The local warps of a lift, by strengths of 0-1. */
export function liftWarps(strengths: Record<LiftPart, number>, face: NormalisedFace): LocalWarp[] {
  return (Object.keys(PART_WARPS) as LiftPart[]).flatMap((name) =>
    strengths[name] > 0 ? PART_WARPS[name](strengths[name], face) : [],
  )
}
