import { distance, midpoint, type Point } from '../../geometry/point.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { BODY, type Body } from '../../vision/bodies/body.ts'
import { maskBoundingBox } from '../../vision/masks.ts'
import {
  OF_ARMS,
  SEPARATE_PEOPLE_CONTENDS,
  SEPARATE_PEOPLE_PRESENT,
  SEPARATE_PEOPLE_RADIUS,
  SEPARATE_PEOPLE_REACH,
} from '../tuning.ts'
import { separateByColour } from './separate-by-colour.ts'

/** A part of a body: a segment, and how far its outline is from it. */
type Part = { from: Point; to: Point; radius: number }

/** One person's parts, how long their trunk is, and how low their chin and wide their head. */
type Shape = { parts: Part[]; scale: number; chin: number; head: number }

const LIMBS = [
  ...[BODY.leftShoulder, BODY.leftElbow, BODY.leftElbow, BODY.leftWrist],
  ...[BODY.rightShoulder, BODY.rightElbow, BODY.rightElbow, BODY.rightWrist],
  ...[BODY.leftHip, BODY.leftKnee, BODY.leftKnee, BODY.leftAnkle],
  ...[BODY.rightHip, BODY.rightKnee, BODY.rightKnee, BODY.rightAnkle],
]

/**
 * Gives each pixel that lies in the masks of several people to one of them: whose body as the pose has it is nearest,
 * and of people before one another the one whose chin is lower, who is nearer to the camera. Where the clothes of these
 * two differ, their colours tell what the pose does not: the sleeve of an arm that it misses.
 * @returns bodies with masks of which no two have a pixel in common; a pixel keeps the largest level of all
 */
export function separatePeople(bodies: readonly Body[], picture: Picture): Body[] {
  const masks = bodies.map(({ mask }): Mask => ({ ...mask, data: mask.data.slice() }))
  if (masks.length < 2) return [...bodies]
  const shapes = bodies.map(shapeOf)
  partByPose(masks, shapes)
  const parted = bodies.map((body, n) => ({ ...body, mask: masks[n]! }))
  for (const [n, shape] of shapes.entries()) {
    for (const [m, behind] of shapes.entries()) {
      if (!isBefore(shape, behind)) continue
      separateByColour(picture, {
        front: parted[n]!,
        back: parted[m]!,
        found: { front: bodies[n]!.mask, back: bodies[m]!.mask },
        chin: shape.chin,
        outside: (point) => outsideOf(point, shape),
      })
    }
  }
  return parted.map((body) => ({ ...body, box: maskBoundingBox(body.mask) ?? body.box }))
}

function partByPose(masks: readonly Mask[], shapes: readonly Shape[]): void {
  const { width, data } = masks[0]!
  const contenders: Shape[] = []
  for (let i = 0; i < data.length; i++) {
    let [most, seen, first] = [0, 0, 0]
    for (let n = 0; n < masks.length; n++) {
      const level = masks[n]!.data[i]!
      if (level > 0) seen++
      if (level > most) [most, first] = [level, n]
    }
    if (seen < 2) continue
    contenders.length = 0
    for (let n = 0; n < masks.length; n++) {
      const share = isBefore(shapes[n]!, shapes[first]!)
        ? SEPARATE_PEOPLE_CONTENDS.front
        : SEPARATE_PEOPLE_CONTENDS.any
      if (masks[n]!.data[i]! >= share * most) contenders.push(shapes[n]!)
    }
    const owner = ownerOf({ x: (i % width) + 0.5, y: Math.floor(i / width) + 0.5 }, contenders)
    for (let n = 0; n < masks.length; n++) masks[n]!.data[i] = shapes[n] === owner ? most : 0
  }
}

/** Whether one is so much lower in the picture that they stand or sit before the other. */
function isBefore(one: Shape, other: Shape): boolean {
  return one.chin > other.chin + one.head
}

function ownerOf(point: Point, shapes: readonly Shape[]): Shape {
  if (shapes.length === 1) return shapes[0]!
  const [front, next] = shapes.toSorted((a, b) => b.chin - a.chin)
  const reach = isBefore(front!, next!) ? SEPARATE_PEOPLE_REACH : 0
  let [owner, least] = [front!, Infinity]
  for (const shape of [front!, ...shapes]) {
    const outside = Math.max(0, outsideOf(point, shape) - (shape === front ? reach : 0))
    if (outside < least) [owner, least] = [shape, outside]
  }
  return owner
}

/** How far a point is outside of a body, in lengths of its trunk; negative inside. */
function outsideOf(point: Point, { parts, scale }: Shape): number {
  let least = Infinity
  for (const { from, to, radius } of parts) {
    const [dx, dy] = [to.x - from.x, to.y - from.y]
    const along = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1)
    const t = Math.min(1, Math.max(0, along))
    const far = Math.hypot(point.x - from.x - t * dx, point.y - from.y - t * dy) - radius
    least = Math.min(least, far / scale)
  }
  return least
}

function shapeOf({ landmarks }: Body): Shape {
  const at = (joint: number): Point => landmarks[joint]!
  const shoulders = midpoint(at(BODY.leftShoulder), at(BODY.rightShoulder))
  const hips = midpoint(at(BODY.leftHip), at(BODY.rightHip))
  const scale = Math.max(1, distance(shoulders, hips))
  const wide = distance(at(BODY.leftShoulder), at(BODY.rightShoulder))
  const ears = midpoint(at(BODY.leftEar), at(BODY.rightEar))
  const head = Math.max(
    SEPARATE_PEOPLE_RADIUS.head * distance(at(BODY.leftEar), at(BODY.rightEar)),
    SEPARATE_PEOPLE_RADIUS.turnedHead * scale,
  )
  const parts: Part[] = [
    { from: ears, to: ears, radius: head },
    { from: ears, to: shoulders, radius: SEPARATE_PEOPLE_RADIUS.neck * head },
    { from: shoulders, to: hips, radius: SEPARATE_PEOPLE_RADIUS.trunk * wide },
  ]
  for (let n = 0; n < LIMBS.length; n += 2) {
    const [from, to] = [landmarks[LIMBS[n]!]!, landmarks[LIMBS[n + 1]!]!]
    if (from.presence < SEPARATE_PEOPLE_PRESENT || to.presence < SEPARATE_PEOPLE_PRESENT) continue
    parts.push({
      from,
      to,
      radius: scale * (n < OF_ARMS ? SEPARATE_PEOPLE_RADIUS.arm : SEPARATE_PEOPLE_RADIUS.leg),
    })
  }
  return { parts, scale, chin: ears.y + head, head }
}
