import type { Point } from '../../geometry/point.ts'
import type { Wrist } from '../../hand/find-wrist.ts'
import { HAND, type Hand } from '../../vision/hands/hand.ts'
import { BACK_OF_HAND, WORN_ARM, WORN_ARM_ACROSS, WORN_ARM_EDGE, WORN_BAND } from '../tuning.ts'
import type { WornPlace } from './worn-place.ts'

/** The place of a bracelet on an arm. */
export function placeAtWrist(hand: Hand, wrist: Wrist): WornPlace {
  const { joint, along, breadth, landmark, edgesAt } = wrist
  // What is worn hides where the hand narrows: the joint may be told too far behind the wrist's landmark.
  const from = Math.min(WORN_ARM.from, landmark / breadth - WORN_ARM.before)
  const toArm = (x: number, y: number): { distance: number; offset: number } => {
    const [dx, dy] = [x - joint.x, y - joint.y]
    return { distance: dx * along.x + dy * along.y, offset: dy * along.x - dx * along.y }
  }
  const isOnArm = (x: number, y: number, room: number): boolean => {
    const { distance, offset } = toArm(x, y)
    const [low, high] = edgesAt(distance)
    return (
      distance > from * breadth &&
      distance < WORN_ARM.to * breadth &&
      offset > low - room &&
      offset < high + room
    )
  }
  const ends = [from, WORN_ARM.to].map((share) => ({
    x: joint.x + along.x * share * breadth,
    y: joint.y + along.y * share * breadth,
  }))
  const [left, right] = [Math.min(...ends.map((p) => p.x)), Math.max(...ends.map((p) => p.x))]
  const [top, bottom] = [Math.min(...ends.map((p) => p.y)), Math.max(...ends.map((p) => p.y))]
  const room = WORN_ARM.ground * breadth
  return {
    box: {
      left: left - room,
      top: top - room,
      width: right - left + 2 * room,
      height: bottom - top + 2 * room,
    },
    skin: backOfHand(hand),
    unit: breadth,
    allows: (x, y) => isOnArm(x, y, WORN_ARM.beside * breadth),
    passes: (x, y) => isOnArm(x, y, 0),
    isAside: (x, y) => !isOnArm(x, y, 0),
    spurs: (pixels) => {
      const places = pixels.map(({ x, y }) => toArm(x, y))
      const across = ({ distance, offset }: { distance: number; offset: number }): number => {
        const [low, high] = edgesAt(distance)
        return (offset - low) / (high - low)
      }
      const thick = WORN_BAND.columns.map((column) => {
        const own = places.filter((place) => Math.abs(across(place) - column) < WORN_BAND.wide)
        return own.length === 0 ? 0 : spreadOf(own.map(({ distance }) => distance))
      })
      const isPossible = (x: number, y: number): boolean => {
        const share = across(toArm(x, y))
        return share < WORN_BAND.columns[0] || share > WORN_BAND.columns[1]
      }
      return { reach: WORN_BAND.spur * Math.min(...thick), isPossible }
    },
    doubt: ({ pixels }) => {
      const places = pixels.map(({ x, y }) => toArm(x, y))
      const [first, last] = [
        places.reduce((least, { distance }) => Math.min(least, distance), Number.POSITIVE_INFINITY),
        places.reduce((most, { distance }) => Math.max(most, distance), Number.NEGATIVE_INFINITY),
      ]
      const [low, high] = edgesAt((first + last) / 2)
      const columns = new Set(
        places
          .filter(({ offset }) => offset > low && offset < high)
          .map(({ offset }) => Math.floor((40 * (offset - low)) / (high - low))),
      )
      if (columns.size < 40 * WORN_ARM_ACROSS)
        return 'the bracelet was not found across the whole arm'
      const isWhole =
        first > (from + WORN_ARM.end) * breadth && last < (WORN_ARM.to - WORN_ARM.end) * breadth
      return isWhole ? undefined : 'it cannot be told where the bracelet ends'
    },
    edges: ({ pixels }) => {
      const places = pixels.map(({ x, y }) => toArm(x, y))
      return ([0, 1] as const).map((side) => {
        const near = places
          .map(({ distance, offset }) => ({ distance, edge: edgesAt(distance)[side], offset }))
          .filter(({ edge, offset }) => Math.abs(offset - edge) < WORN_ARM_EDGE * breadth)
        const of =
          near.length > 0 ? near : [{ distance: places[0]!.distance, edge: edgesAt(0)[side] }]
        const distance = of.reduce((sum, place) => sum + place.distance, 0) / of.length
        const offset = of.reduce((sum, place) => sum + place.edge, 0) / of.length
        return {
          x: joint.x + along.x * distance - along.y * offset,
          y: joint.y + along.y * distance + along.x * offset,
        }
      }) as [Point, Point]
    },
  }
}

/** How far apart the least and the greatest of some values are. */
function spreadOf(values: readonly number[]): number {
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY],
  )
  return most - least
}

function backOfHand({ landmarks }: Hand): Point[] {
  const wrist = landmarks[HAND.wrist]!
  return [HAND.index, HAND.middle, HAND.ring, HAND.little].flatMap((finger) => {
    const knuckle = landmarks[finger[0]]!
    return BACK_OF_HAND.map((share) => ({
      x: wrist.x + (knuckle.x - wrist.x) * share,
      y: wrist.y + (knuckle.y - wrist.y) * share,
    }))
  })
}
