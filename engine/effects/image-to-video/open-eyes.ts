import { wearsGlasses } from '../../face/wears-glasses.ts'
import { distance, type Point } from '../../geometry/point.ts'
import { luma } from '../../raster/colour/luma.ts'
import type { Picture } from '../../raster/picture.ts'
import { FACE, type Face } from '../../vision/faces/face.ts'
import {
  LEAST_WIDTH,
  OPEN_EYES_ALONG,
  OPEN_EYES_BARE,
  OPEN_EYES_LID,
  OPEN_EYES_OPEN,
  OPEN_EYES_TURNED,
} from './tuning.ts'

/** An eye that can blink, in a frame of its own: along its corners, and up from the line through them. */
export type Eye = {
  middle: Point
  /** From its left to its right corner as seen, and towards the brow. Length 1. */
  along: Point
  up: Point
  /** Pixels from corner to corner. */
  width: number
  /** Heights above the line of the corners, at places along it: the edges of both lids, and the brow's lower edge. */
  upper: Point[]
  lower: Point[]
  brow: Point[]
}

/**
 * The eyes of a face that can blink: none that are closed, small, covered, seen from the side, behind glasses or close
 * below the brow.
 */
export function openEyes(picture: Picture, face: Face): Eye[] {
  const { pose, quality, landmarks } = face
  if (Math.abs(pose.yaw) > OPEN_EYES_TURNED.yaw || Math.abs(pose.pitch) > OPEN_EYES_TURNED.pitch)
    return []
  if (quality.covered.includes('leftEye') || quality.covered.includes('rightEye')) return []
  const at = (nth: number): Point => landmarks[nth]!
  const eyes = [
    eyeOf(FACE.rightUpperLid.map(at), FACE.rightLowerLid.map(at), FACE.rightBrowBottom.map(at)),
    eyeOf(FACE.leftUpperLid.map(at), FACE.leftLowerLid.map(at), FACE.leftBrowBottom.map(at)),
  ]
  // Nobody is seen to wink: both, or none.
  if (eyes.some((eye) => eye.width < LEAST_WIDTH || eyeOpening(eye) < OPEN_EYES_OPEN)) return []
  if (!eyes.every((eye) => hasBareLid(picture, eye))) return []
  return wearsGlasses(picture, face) ? [] : eyes
}

function eyeOf(upper: readonly Point[], lower: readonly Point[], brow: readonly Point[]): Eye {
  const [one, other] = [upper[0]!, upper.at(-1)!]
  const [left, right] = one.x < other.x ? [one, other] : [other, one]
  const width = Math.max(1, distance(right, left))
  const along = { x: (right.x - left.x) / width, y: (right.y - left.y) / width }
  const up = { x: along.y, y: -along.x }
  const middle = { x: (left.x + right.x) / 2, y: (left.y + right.y) / 2 }
  const own = (points: readonly Point[]): Point[] =>
    points
      .map(({ x, y }) => ({
        x: (x - middle.x) * along.x + (y - middle.y) * along.y,
        y: (x - middle.x) * up.x + (y - middle.y) * up.y,
      }))
      .toSorted((a, b) => a.x - b.x)
  return { middle, along, up, width, upper: own(upper), lower: own(lower), brow: own(brow) }
}

/** How far an eye is open, in its widths. */
function eyeOpening({ upper, lower, width }: Eye): number {
  return Math.max(...upper.map(({ x, y }) => y - lidHeightAt(lower, x))) / width
}

/** Whether the skin that would become a closed lid is free of the brow. */
function hasBareLid(picture: Picture, eye: Eye): boolean {
  return (
    lightAbove(picture, eye, OPEN_EYES_LID.drawn) >
    OPEN_EYES_BARE * lightAbove(picture, eye, OPEN_EYES_LID.skin)
  )
}

/** The mean light between two parts of the way from the lid to the brow, levels of 255. */
function lightAbove(
  { width, height, data }: Picture,
  { middle, along, up, upper, brow, width: size }: Eye,
  [from, to]: readonly [number, number],
): number {
  let [sum, count] = [0, 0]
  for (const place of OPEN_EYES_ALONG) {
    const x = place * size
    const lid = lidHeightAt(upper, x)
    const way = lidHeightAt(brow, x) - lid
    for (let h = lid + from * way; h <= lid + to * way; h++) {
      const column = Math.round(middle.x + along.x * x + up.x * h)
      const row = Math.round(middle.y + along.y * x + up.y * h)
      if (column < 0 || row < 0 || column >= width || row >= height) continue
      const at = 4 * (row * width + column)
      sum += luma(data[at]!, data[at + 1]!, data[at + 2]!)
      count++
    }
  }
  return count > 0 ? sum / count : 0
}

/** The height of a line at a place; beyond its ends that of its end. */
export function lidHeightAt(line: readonly Point[], x: number): number {
  const next = line.findIndex((point) => point.x > x)
  if (next === 0) return line[0]!.y
  if (next < 0) return line.at(-1)!.y
  const [a, b] = [line[next - 1]!, line[next]!]
  return a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x || 1)
}
