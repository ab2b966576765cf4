import { smoothstep } from '../../geometry/smoothstep.ts'
import type { Camera, CameraKey, Course, Motion } from './motion.ts'
import { CAMERA_AT_ASTRAY, CAMERA_AT_ROOM, LEAST_ASIDE, SWING_SECONDS } from './tuning.ts'

/** The part of a picture that is seen: `zoom` times smaller than it, its middle off the picture's by `x` and `y`. */
export type View = { zoom: number; x: number; y: number }

/**
 * What a camera keeps, in heights from the picture's middle, −0.5 top to 0.5 bottom: `aim` is what a zoom goes for in
 * templates that have no height of their own, `top` the top of the tallest person's head and `bottom` their
 * feet, if they are in the picture, which the others keep. `left`
 * and `right`, in widths from the middle, are the ends of all heads, which a camera keeps that goes aside.
 */
export type Framing = { aim?: number; top?: number; bottom?: number; left?: number; right?: number }

const AT_REST: Camera = { zoom: 1, x: 0, y: 0, across: 0, up: 0 }

/** The camera at a share of the time of a video of so many seconds. */
export function cameraAt(
  { camera, swings = [] }: Motion,
  time: number,
  seconds: number,
  { aim = 0, top = 0.5, bottom = -0.5, left = 0, right = 0 }: Framing = {},
): Camera {
  const isHigh = camera.some(({ y, up }) => y !== undefined || up !== undefined)
  const keys = keepHeads(camera, left - CAMERA_AT_ROOM, right + CAMERA_AT_ROOM)
  const at = { ...between(isHigh ? keys.map((key) => keepHeight(key, top, bottom)) : keys, time) }
  for (const { of, amount, turns, phase = 0 } of swings) {
    at[of] += amount * Math.sin(2 * Math.PI * (wholeTurns(turns, seconds) * time + phase))
  }
  // Whatever the zoom, this height of the picture stays where it is in the frame; a swing moves about it.
  if (!isHigh) {
    const room = 1 - 1 / at.zoom
    const most = Math.max(0, room / 2 - Math.abs(at.up))
    // As far as they fit in, feet and above all the head stay in the frame.
    const half = 0.5 / at.zoom
    const [highest, lowest] = [
      Math.max(-0.5, top - CAMERA_AT_ROOM),
      Math.min(0.5, bottom + CAMERA_AT_ROOM),
    ]
    const y = Math.min(highest + half, Math.max(lowest - half, at.y + aim * room))
    at.y = Math.min(most, Math.max(-most, y))
  }
  return at
}

/** Keys whose views hold all heads. Where they do not, more of the picture is seen and the camera goes less far. */
function keepHeads(keys: readonly CameraKey[], left: number, right: number): readonly CameraKey[] {
  const full = keys.map((key) => ({ ...AT_REST, ...key }))
  const ends = full.map(({ zoom, x, across }) => ({ half: 0.5 / zoom, middle: x + across }))
  const isKept = ends.every(({ half, middle }) => middle - half <= left && middle + half >= right)
  if (isKept || ends.every(({ middle }) => middle === 0)) return keys
  // Half of the room that is left is for the way, half for the frame around the heads.
  const widest = (0.5 + Math.max(-left, right)) / 2
  return full.map((key) => {
    const half = Math.max(0.5 / key.zoom, Math.min(0.5 - LEAST_ASIDE, widest))
    const middle = key.x + key.across
    const [from, to] = [Math.min(right - half, -LEAST_ASIDE), Math.max(left + half, LEAST_ASIDE)]
    const most = 0.5 - half
    const kept = Math.min(most, to, Math.max(-most, from, middle))
    const share = middle === 0 ? 1 : kept / middle
    return { ...key, zoom: 0.5 / half, x: key.x * share, across: key.across * share }
  })
}

/**
 * A key whose view begins above a head and ends below feet. Where it does not, more of the picture is seen: so much
 * that the camera is still as low or as high as it can be.
 */
function keepHeight(key: CameraKey, top: number, bottom: number): CameraKey {
  const { zoom, y, up } = { ...AT_REST, ...key }
  const [highest, lowest] = [
    Math.max(-0.5, top - CAMERA_AT_ROOM),
    Math.min(0.5, bottom + CAMERA_AT_ROOM),
  ]
  const [upper, lower] = [Math.min(y, y + up), Math.max(y, y + up)]
  let half = 0.5 / zoom
  if (lower - half > highest + CAMERA_AT_ASTRAY) half = Math.max(half, (0.5 - highest) / 2)
  if (upper + half < lowest - CAMERA_AT_ASTRAY) half = Math.max(half, (0.5 + lowest) / 2)
  const most = 0.5 - half
  const [from, to] = [Math.max(-most, lowest - half), Math.min(most, highest + half)]
  const within = (place: number): number => Math.min(to, Math.max(Math.min(from, to), place))
  return { ...key, zoom: 0.5 / half, y: within(y), up: within(y + up) - within(y) }
}

/** The turns in a video of so many seconds of what makes `turns` in five. */
export function wholeTurns(turns: number, seconds: number): number {
  return Math.round((turns * seconds) / SWING_SECONDS)
}

/** What a camera sees of things at a depth, 0 farthest to 1 nearest. */
export function viewAt({ zoom, x, y, across, up }: Camera, dolly: number, depth: number): View {
  return {
    zoom: 1 + (zoom - 1) * (1 + dolly * depth),
    x: x + across * depth,
    y: y + up * depth,
  }
}

/** The amount of something at a share of the time. */
export function amountAt(course: Course, time: number): number {
  const next = course.findIndex(({ at }) => at > time)
  if (next === 0) return course[0]!.amount
  if (next < 0) return course.at(-1)?.amount ?? 1
  const [from, to] = [course[next - 1]!, course[next]!]
  return from.amount + (to.amount - from.amount) * smoothstep(from.at, to.at, time)
}

function between(keys: readonly CameraKey[], time: number): Camera {
  const names = Object.keys(AT_REST) as (keyof Camera)[]
  const values = names.map((name) => {
    const course = keys.map((key) => ({ at: key.at, amount: key[name] ?? AT_REST[name] }))
    return [name, amountAt(course, time)]
  })
  return Object.fromEntries(values) as Camera
}
