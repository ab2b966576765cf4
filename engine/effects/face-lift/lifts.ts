import { FACE } from '../../vision/face.ts'
import { ease } from '../face-reshape/warp/ease.ts'
import type { FaceMap } from '../face-reshape/warp/face-map.ts'
import type { Place } from '../face-reshape/warp/frame.ts'
import { type Move, shiftBox } from '../face-reshape/warp/move.ts'
import { outlineMove } from '../face-reshape/warp/outline.ts'
import type { Lifted } from './lift-features.ts'

type Lift = (amount: number, map: FaceMap) => Move[]

const SIDES = [
  { side: 1, cheek: FACE.leftCheek, corner: FACE.leftMouthCorner, brow: FACE.leftBrowBottom },
  { side: -1, cheek: FACE.rightCheek, corner: FACE.rightMouthCorner, brow: FACE.rightBrowBottom },
] as const

function mean(places: Place[]): Place {
  const sum = places.reduce((a, b) => ({ u: a.u + b.u, v: a.v + b.v }))
  return { u: sum.u / places.length, v: sum.v / places.length }
}

/** The cheeks up and a little outwards, where they were. */
const cheek: Lift = (amount, { places, eyes }) =>
  SIDES.map(({ side, cheek: index }) => {
    const centre = places[index]!
    const eye = side === 1 ? eyes.left : eyes.right
    const room = Math.max(0.25, centre.v - eye.centre.v - eye.open)
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
const mouth: Lift = (amount, { places }) =>
  SIDES.map(({ side, corner }) =>
    shiftBox(
      { centre: places[corner]!, inner: { u: 0.03, v: 0.03 }, outer: { u: 0.3, v: 0.34 } },
      { u: side * 0.015 * amount, v: -0.065 * amount },
    ),
  )

/** The brows up, the forehead with them less and less towards the hairline. */
const forehead: Lift = (amount, { places }) => {
  const top = places[FACE.foreheadTop]!
  return SIDES.map(({ side, brow }) => {
    const centre = mean(brow.map((i) => places[i]!))
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

/** The line of the jaw drawn in and up, below it the skin of the chin with it. */
const shape: Lift = (amount, map) => [
  outlineMove(map, { from: 0.45, band: 0.36 }, ({ t, half, side }) => {
    const jowl = ease(t, 0.45, 0.68) * (1 - ease(t, 0.78, 1))
    const below = ease(t, 0.6, 0.8) * (1 - 0.6 * ease(t, 0.85, 1))
    return { u: -side * half * 0.1 * jowl * amount, v: -0.05 * below * amount }
  }),
]

/** How each part is moved; what lies under the eyes is only softened. */
const LIFTS: Record<Lifted, Lift> = { eye_bag: () => [], cheek, forehead, shape, mouth }

/** The moves of a lift on one face. */
export function liftMoves(strengths: Record<Lifted, number>, map: FaceMap): Move[] {
  return (Object.keys(LIFTS) as Lifted[]).flatMap((name) =>
    strengths[name] > 0 ? LIFTS[name](strengths[name], map) : [],
  )
}
