import type { Mask, Point } from '../raster/picture.ts'
import { BODY, type Body } from '../vision/bodies/body.ts'

/** A part of a body: a segment, and how far its outline is from it. */
type Part = { from: Point; to: Point; radius: number }

/** One person's parts, how long their trunk is, and how low their chin and wide their head. */
type Shape = { parts: Part[]; scale: number; chin: number; head: number }

/** Radii: of a head by its ears, of a trunk by its shoulders, of limbs by the length of the trunk. */
const RADIUS = { head: 0.85, trunk: 0.55, arm: 0.12, leg: 0.17 } as const

const LIMBS = [
  ...[BODY.leftShoulder, BODY.leftElbow, BODY.leftElbow, BODY.leftWrist],
  ...[BODY.rightShoulder, BODY.rightElbow, BODY.rightElbow, BODY.rightWrist],
  ...[BODY.leftHip, BODY.leftKnee, BODY.leftKnee, BODY.leftAnkle],
  ...[BODY.rightHip, BODY.rightKnee, BODY.rightKnee, BODY.rightAnkle],
]

/** How many of {@link LIMBS} are of arms. */
const OF_ARMS = 8

/** A joint counts where the network is this sure that it is in the picture. */
const PRESENT = 0.3

/** Who is before the others reaches this much farther than the joints tell, in lengths of the trunk: loose cloth. */
const REACH = 0.3

/** A mask counts where it has this share of the largest one's level. */
const CONTENDS = 0.5

/**
 * Gives each pixel that lies in the masks of several people to one of them: whose body as the pose has it is nearest,
 * and of people before one another the one whose chin is lower, who is nearer to the camera.
 * @returns bodies with masks of which no two have a pixel in common
 */
export function partPeople(bodies: readonly Body[]): Body[] {
  const masks = bodies.map(({ mask }): Mask => ({ ...mask, data: mask.data.slice() }))
  const [first] = masks
  if (!first || masks.length < 2) return [...bodies]
  const shapes = bodies.map(shapeOf)
  for (let i = 0; i < first.data.length; i++) {
    const levels = masks.map(({ data }) => data[i]!)
    if (levels.filter((level) => level > 0).length < 2) continue
    const least = CONTENDS * Math.max(...levels)
    const point = { x: (i % first.width) + 0.5, y: Math.floor(i / first.width) + 0.5 }
    const owner = ownerOf(
      point,
      shapes.filter((_, n) => levels[n]! >= least),
    )
    for (const [n, { data }] of masks.entries()) if (shapes[n] !== owner) data[i] = 0
  }
  return bodies.map((body, n) => ({ ...body, mask: masks[n]! }))
}

function ownerOf(point: Point, shapes: readonly Shape[]): Shape {
  const [front, next] = shapes.toSorted((a, b) => b.chin - a.chin)
  if (!next) return front!
  const isBefore = front!.chin > next.chin + front!.head
  const outside = (shape: Shape): number =>
    Math.max(0, outsideOf(point, shape) - (isBefore && shape === front ? REACH : 0))
  return shapes.reduce((best, shape) => (outside(shape) < outside(best) ? shape : best), front!)
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
  const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)
  const shoulders = middle(at(BODY.leftShoulder), at(BODY.rightShoulder))
  const hips = middle(at(BODY.leftHip), at(BODY.rightHip))
  const scale = Math.max(1, apart(shoulders, hips))
  const wide = apart(at(BODY.leftShoulder), at(BODY.rightShoulder))
  const ears = middle(at(BODY.leftEar), at(BODY.rightEar))
  const head = Math.max(RADIUS.head * apart(at(BODY.leftEar), at(BODY.rightEar)), 0.14 * scale)
  const parts: Part[] = [
    { from: ears, to: ears, radius: head },
    { from: ears, to: shoulders, radius: 0.5 * head },
    { from: shoulders, to: hips, radius: RADIUS.trunk * wide },
  ]
  for (let n = 0; n < LIMBS.length; n += 2) {
    const [from, to] = [landmarks[LIMBS[n]!]!, landmarks[LIMBS[n + 1]!]!]
    if (from.presence < PRESENT || to.presence < PRESENT) continue
    parts.push({ from, to, radius: scale * (n < OF_ARMS ? RADIUS.arm : RADIUS.leg) })
  }
  return { parts, scale, chin: ears.y + head, head }
}
