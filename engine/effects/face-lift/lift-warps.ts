import type { FacePoint } from '../../face/warp/face-frame.ts'
import { type LocalWarp, shiftBox } from '../../face/warp/local-warp.ts'
import type { NormalisedFace } from '../../face/warp/normalised-face.ts'
import { outlineWarp } from '../../face/warp/outline.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { FACE } from '../../vision/faces/face.ts'
import type { LiftPart } from './lift-features.ts'

type PartWarp = (amount: number, face: NormalisedFace) => LocalWarp[]

const SIDES = [
  { side: 1, cheek: FACE.leftCheek, corner: FACE.leftMouthCorner, brow: FACE.leftBrowBottom },
  { side: -1, cheek: FACE.rightCheek, corner: FACE.rightMouthCorner, brow: FACE.rightBrowBottom },
] as const

function meanPoint(points: FacePoint[]): FacePoint {
  const sum = points.reduce((a, b) => ({ u: a.u + b.u, v: a.v + b.v }))
  return { u: sum.u / points.length, v: sum.v / points.length }
}

/** The cheeks up and a little outwards. */
const cheek: PartWarp = (amount, { landmarks, eyes }) =>
  SIDES.map(({ side, cheek: index }) => {
    const centre = landmarks[index]!
    const eye = side === 1 ? eyes.left : eyes.right
    const room = Math.max(0.25, centre.v - eye.centre.v - eye.halfOpening)
    return shiftBox(
      {
        centre,
        inner: { u: 0.04, v: 0.04 },
        outer: { u: 0.5, v: 0.6 },
        outerUp: room,
      },
      { u: side * 0.02 * amount, v: -0.085 * amount },
    )
  })

/** The corners of the mouth up. */
const mouth: PartWarp = (amount, { landmarks }) =>
  SIDES.map(({ side, corner }) =>
    shiftBox(
      { centre: landmarks[corner]!, inner: { u: 0.03, v: 0.03 }, outer: { u: 0.3, v: 0.34 } },
      { u: side * 0.015 * amount, v: -0.065 * amount },
    ),
  )

/** The brows up; above them the forehead moves less and less towards the hairline. */
const forehead: PartWarp = (amount, { landmarks }) => {
  const top = landmarks[FACE.foreheadTop]!
  return SIDES.map(({ side, brow }) => {
    const centre = meanPoint(brow.map((i) => landmarks[i]!))
    return shiftBox(
      {
        centre: { u: centre.u + side * 0.08, v: centre.v },
        inner: { u: 0.22, v: 0.02 },
        outer: { u: 0.62, v: 0.3 },
        innerUp: 0.08,
        outerUp: Math.max(0.4, centre.v - top.v + 0.1),
      },
      { u: 0, v: -0.06 * amount },
    )
  })
}

/** The line of the jaw drawn in and up, and the chin up with it. */
const shape: PartWarp = (amount, face) => [
  outlineWarp(face, { from: 0.45, band: 0.36 }, ({ t, midlineDistance, side }) => {
    const jowl = smoothstep(0.45, 0.68, t) * (1 - smoothstep(0.78, 1, t))
    const below = smoothstep(0.6, 0.8, t) * (1 - 0.6 * smoothstep(0.85, 1, t))
    return { u: -side * midlineDistance * 0.1 * jowl * amount, v: -0.05 * below * amount }
  }),
]

/** How each part is warped; bags under the eyes are only softened. */
const PART_WARPS: Record<LiftPart, PartWarp> = { eye_bag: () => [], cheek, forehead, shape, mouth }

/** The local warps of a lift, by strengths of 0-1. */
export function liftWarps(strengths: Record<LiftPart, number>, face: NormalisedFace): LocalWarp[] {
  return (Object.keys(PART_WARPS) as LiftPart[]).flatMap((name) =>
    strengths[name] > 0 ? PART_WARPS[name](strengths[name], face) : [],
  )
}
