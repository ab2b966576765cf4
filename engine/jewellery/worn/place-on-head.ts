import type { Point } from '../../geometry/point.ts'
import { ringTest } from '../../geometry/polygon.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import { faceWidthOf } from '../face-scale.ts'
import {
  WORN_CHAIN,
  WORN_CHAIN_BESIDE,
  WORN_CHAIN_WHOLE,
  WORN_EAR,
  WORN_EAR_FIXED,
  WORN_END,
  WORN_NECK,
  WORN_NECK_BESIDE,
} from '../tuning.ts'
import type { WornPlace } from './worn-place.ts'

/** Landmarks on bare skin low in the face: cheeks, chin, beside the mouth. */
const SKIN = [425, 205, 280, 50, 117, 346, 123, 352, 187, 411, 199, 208, 428] as const

/** The place of an earring at a lobe. */
export function placeAtEar(face: Face, lobe: Point): WornPlace {
  const unit = faceWidthOf(face)
  const { aside, above, below, fixed, ground } = WORN_EAR
  const near = ground * unit
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
      const isWhole = aside < WORN_EAR.aside - WORN_END && below < WORN_EAR.below - WORN_END
      if (!isWhole) return 'it cannot be told where the earring ends'
      const [left, right] = extent(pixels.map(({ x }) => x - lobe.x))
      const isFixed = Math.abs(left + right) / 2 < WORN_EAR_FIXED * (right - left)
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
  const { aside, from, to, sides, middle } = WORN_CHAIN
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
    passes: (x, y) => Math.abs(x - chin.x) < sides * unit && y > chin.y + middle * unit,
    doubt: ({ pixels }) => {
      const [first, last] = extent(pixels.map(({ x }) => (x - chin.x) / unit))
      const low = extent(pixels.map(({ y }) => (y - chin.y) / unit))[1]
      if (first > -WORN_CHAIN_BESIDE.least || last < WORN_CHAIN_BESIDE.least)
        return 'the chain was not found to both sides'
      if (Math.max(-first, last) > WORN_CHAIN_BESIDE.most || low > to - WORN_END) {
        return 'it cannot be told where the necklace ends'
      }
      const columns = new Set(pixels.map(({ x }) => Math.round((60 * (x - chin.x)) / unit)))
      const whole = columns.size > WORN_CHAIN_WHOLE * 60 * (last - first)
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
  const neck = WORN_NECK.flatMap((down) =>
    WORN_NECK_BESIDE.map((beside) => ({
      x: chin.x + (beside * Math.cos(roll) - down * Math.sin(roll)) * unit,
      y: chin.y + (beside * Math.sin(roll) + down * Math.cos(roll)) * unit,
    })),
  )
  return [...SKIN.map((i) => landmarks[i]!), ...neck]
}
