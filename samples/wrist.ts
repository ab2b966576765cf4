import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { amara, henrik, ines, kofi, maren } from './people.ts'
import type { DrawnScene, Person, Point } from './scene.ts'
import { LANDMARK_HEIGHT, sideOf } from './skeleton.ts'

const SITTERS = { henrik, amara, ines, kofi, maren } as const

/** A drawn hand with its forearm, the thumb on the left. */
export type DrawnWrist = DrawnScene & {
  worn: {
    /** The wrist's joint, pixels. */
    joint: Point
    /** From the hand to the elbow, length 1. */
    along: Point
    /** The length of the hand, and the width of the wrist, pixels. */
    hand: number
    width: number
  }
}

/** The length of a drawn hand and the narrowest half width of a forearm, in its own units. */
const HAND_LENGTH = 78
const HALF_WRIST = 8.4

/** How a hand is drawn. */
type WristOptions = {
  width?: number
  height?: number
  look?: Partial<Person['look']>
  build?: Partial<Person['build']>
  pose?: Partial<Person['pose']>
  wall?: string
  /** How near it is; 1 is usual. */
  near?: number
}

/** Draws the left hand of one of the sample people from near by. */
export async function wrist(
  name: keyof typeof SITTERS,
  { width = 800, height = 900, near = 1, wall = ROOM.wall, ...change }: WristOptions = {},
): Promise<DrawnWrist> {
  const drawn = SITTERS[name]
  const model = {
    look: { ...drawn.look, ...change.look },
    build: { ...drawn.build, ...change.build },
    pose: { ...drawn.pose, ...change.pose },
  }
  const scale = (height / 900) * 5.6 * near
  const tall = scale * LANDMARK_HEIGHT.sole
  const side = sideOf(model.build, model.pose, 1)
  const at = { x: width / 2 - side.wrist.x * scale, y: 0.4 * height - side.wrist.y * scale + tall }
  const person: Person = { ...model, at, height: tall }
  const room = { ...ROOM, wall, floor: height * 0.98, horizon: height * 0.55, plant: false }
  const scene = await drawPeople({ width, height, seed: 11, room, people: [person] })
  const size = 0.8 + 0.18 * model.build.limbs
  const [dx, dy] = [side.elbow.x - side.wrist.x, side.elbow.y - side.wrist.y]
  const length = Math.hypot(dx, dy)
  return {
    ...scene,
    worn: {
      joint: { x: width / 2, y: 0.4 * height },
      along: { x: dx / length, y: dy / length },
      hand: HAND_LENGTH * size * scale,
      width: 2 * HALF_WRIST * size * scale,
    },
  }
}
