import type { Point } from '../../geometry/point.ts'
import { ringTest } from '../../geometry/polygon.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { faceWidthOf } from '../face-scale.ts'
import type { WornPlace } from './worn-place.ts'

/** Landmarks on bare skin low in the face: cheeks, chin, beside the mouth. */
const SKIN = [425, 205, 280, 50, 117, 346, 123, 352, 187, 411, 199, 208, 428] as const

/** How far below the chin the neck is bare, in widths of the face. */
const NECK = [0.12, 0.2] as const

/** How far around a lobe an earring may hang and how near to it it is fixed, in widths of the face. */
const EAR = { aside: 0.34, above: 0.1, below: 1.1, fixed: 0.075 } as const

/** An earring goes to both sides of its lobe: its middle is at most this share of its width beside it. */
const FIXED = 0.4

/** How far around the chin a necklace may lie, and how far beside the middle its sides are. Widths of the face. */
const CHAIN = { aside: 0.95, from: 0.06, to: 1.7, sides: 0.2 } as const

/** How far to the left and the right of the chin a chain goes at least and at most, in widths of the face. */
const BESIDE = { least: 0.2, most: 0.85 } as const

/** The share of the columns between its ends in which a chain was found. */
const WHOLE = 0.85

/** The place of an earring at a lobe. */
export function placeAtEar(face: Face, lobe: Point): WornPlace {
  const unit = faceWidthOf(face)
  const { aside, above, below, fixed } = EAR
  const near = 0.1 * unit
  const box = {
    left: lobe.x - aside * unit - near,
    top: lobe.y - above * unit - near,
    width: 2 * (aside * unit + near),
    height: (above + below) * unit + 2 * near,
  }
  const isInFace = ringTest(SMALL_OVAL.map((i) => face.landmarks[i]!))
  return {
    box,
    skin: skinOf(face),
    unit,
    allows: (x, y) =>
      Math.abs(x - lobe.x) < aside * unit &&
      y > lobe.y - above * unit &&
      y < lobe.y + below * unit &&
      !isInFace(x, y),
    passes: (x, y) => Math.hypot(x - lobe.x, y - lobe.y) < fixed * unit,
    doubt: ({ pixels }) => {
      const aside = Math.max(...extent(pixels.map(({ x }) => Math.abs(x - lobe.x)))) / unit
      const below = extent(pixels.map(({ y }) => y - lobe.y))[1] / unit
      const isWhole = aside < EAR.aside - 0.01 && below < EAR.below - 0.01
      if (!isWhole) return 'it cannot be told where the earring ends'
      const [left, right] = extent(pixels.map(({ x }) => x - lobe.x))
      const isFixed = Math.abs(left + right) / 2 < FIXED * (right - left)
      return isFixed ? undefined : 'what was found lies beside the ear, not on it'
    },
  }
}

/** Eyes and mouth with what is between them: no earring reaches so far into a face. */
const SMALL_OVAL = [
  105, 66, 107, 9, 336, 296, 334, 372, 345, 352, 411, 434, 430, 431, 262, 428, 199, 208, 32, 211,
  210, 214, 187, 123, 116, 143,
] as const

/** The place of a necklace below a face. */
export function placeAtNeck(face: Face): WornPlace {
  const unit = faceWidthOf(face)
  const chin = face.landmarks[FACE.chin]!
  const { aside, from, to, sides } = CHAIN
  const isInFace = ringTest(FACE.oval.map((i) => face.landmarks[i]!))
  return {
    box: {
      left: chin.x - aside * unit,
      top: chin.y,
      width: 2 * aside * unit,
      height: to * unit,
    },
    skin: skinOf(face),
    unit,
    allows: (x, y) => y > chin.y + from * unit && !isInFace(x, y),
    passes: (x, y) => Math.abs(x - chin.x) < sides * unit && y > chin.y + 0.15 * unit,
    doubt: ({ pixels }) => {
      const [first, last] = extent(pixels.map(({ x }) => (x - chin.x) / unit))
      const low = extent(pixels.map(({ y }) => (y - chin.y) / unit))[1]
      if (first > -BESIDE.least || last < BESIDE.least)
        return 'the chain was not found to both sides'
      if (Math.max(-first, last) > BESIDE.most || low > to - 0.01) {
        return 'it cannot be told where the necklace ends'
      }
      const columns = new Set(pixels.map(({ x }) => Math.round((60 * (x - chin.x)) / unit)))
      const whole = columns.size > WHOLE * 60 * (last - first)
      return whole ? undefined : 'the chain has gaps'
    },
  }
}

/** The least and the greatest of some values. */
function extent(values: readonly number[]): [number, number] {
  return values.reduce(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
}

function skinOf({ landmarks, pose }: Face): Point[] {
  const unit = faceWidthOf({ landmarks })
  const chin = landmarks[FACE.chin]!
  const roll = (pose.roll * Math.PI) / 180
  const neck = NECK.flatMap((down) =>
    [-0.12, 0, 0.12].map((beside) => ({
      x: chin.x + (beside * Math.cos(roll) - down * Math.sin(roll)) * unit,
      y: chin.y + (beside * Math.sin(roll) + down * Math.cos(roll)) * unit,
    })),
  )
  return [...SKIN.map((i) => landmarks[i]!), ...neck]
}
