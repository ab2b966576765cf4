import { KNOWN, type Level, TARGET } from '../../../fill/level.ts'
import { detectEdges, type Edges, houghLines, type Line } from '../../../fill/straight-lines.ts'
import { clampBox } from '../../../geometry/box.ts'
import { distance, type Point } from '../../../geometry/point.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { Displacement } from '../../../raster/warp/displacement.ts'
import { BODY, type Body } from '../../../vision/bodies/body.ts'
import { HELD, HELD_EDGE, HELD_KEPT, HELD_SCALE, LANDMARK_SHOWN } from '../tuning.ts'

/** A thing in a hand: the middle of the hand, and the end of what was seen of the thing. */
export type Held = { hand: Point; end: Point }

/**
 * The straight thin things that a person holds: poles, bats, sticks. Two edges beside each other that lead to a hand
 * and not beyond it, with the same on both sides, are such a thing. What goes on behind the person is none, nor what
 * parts two things, such as the edge of a rail or a door, nor one of several alike, such as the joints of a tiled wall.
 * @param occlusion 1 where any person is
 * @param scale of the body, pixels
 */
export function findHeld(
  picture: Picture,
  { landmarks }: Pick<Body, 'landmarks'>,
  occlusion: Uint8Array,
  scale: number,
): Held[] {
  return (['left', 'right'] as const).flatMap((side) => {
    const [elbow, wrist] = [landmarks[BODY[`${side}Elbow`]]!, landmarks[BODY[`${side}Wrist`]]!]
    const isShown = wrist.presence > LANDMARK_SHOWN.presence
    const arm = distance(elbow, wrist)
    if (!isShown || arm === 0) return []
    const along = (HELD.hand * scale) / arm
    const hand = {
      x: wrist.x + along * (wrist.x - elbow.x),
      y: wrist.y + along * (wrist.y - elbow.y),
    }
    return heldBy(picture, hand, occlusion, scale) ?? []
  })
}

/**
 * Leaves a field 0 at hands that hold something straight and along what they hold, in place: it would bend where it
 * leaves the hand.
 */
export function keepHeld(field: Displacement, held: readonly Held[], scale: number): void {
  const { step, cols, rows, dx, dy } = field
  for (const { hand, end } of held) {
    for (let j = 0, k = 0; j < rows; j++) {
      for (let i = 0; i < cols; i++, k++) {
        const at = { x: i * step, y: j * step }
        const share = Math.min(
          smoothstep(HELD_KEPT.hand * scale, HELD_KEPT.free * scale, distance(at, hand)),
          smoothstep(HELD_KEPT.along * scale, HELD_KEPT.beside * scale, toSegment(at, hand, end)),
        )
        dx[k] = dx[k]! * share
        dy[k] = dy[k]! * share
      }
    }
  }
}

function toSegment(at: Point, from: Point, to: Point): number {
  const [x, y] = [to.x - from.x, to.y - from.y]
  const f = ((at.x - from.x) * x + (at.y - from.y) * y) / (x * x + y * y || 1)
  const share = Math.min(1, Math.max(0, f))
  return distance(at, { x: from.x + share * x, y: from.y + share * y })
}

function heldBy(
  picture: Picture,
  hand: Point,
  occlusion: Uint8Array,
  scale: number,
): Held | undefined {
  const by = Math.max(1, scale / HELD_SCALE)
  const reach = HELD.reach * scale
  const box = clampBox(
    { left: hand.x - reach, top: hand.y - reach, width: 2 * reach, height: 2 * reach },
    picture,
  )
  const [width, height] = [Math.floor(box.width / by), Math.floor(box.height / by)]
  if (Math.min(width, height) < 16) return
  const level = levelOf(picture, occlusion, box, { width, height, by })
  const edges = detectEdges(level, width + height)
  const unit = scale / by
  const at = { x: (hand.x - box.left) / by, y: (hand.y - box.top) / by }
  const lines = houghLines(edges, width, height)
  const leading = lines.flatMap((line) => {
    const off = at.x * line.cos + at.y * line.sin - line.distance
    const farthest = Math.abs(off) > HELD.off * unit ? 0 : lengthOf(line, edges, level, at, unit)
    return farthest === 0 ? [] : { line, farthest }
  })
  for (const { line, farthest } of leading) {
    const across = thicknessOf(line, edges, at, farthest, unit)
    if (across === 0 || !standsFree(level, line, across, at, farthest)) continue
    const isAlike = (other: Line): boolean => isOneOf(line, across, other, edges, at, unit)
    if (lines.filter(isAlike).length >= HELD.several) continue
    const end = {
      x: hand.x - farthest * line.sin * by,
      y: hand.y + farthest * line.cos * by,
    }
    return { hand, end }
  }
  return
}

function levelOf(
  { width: stride, data }: Picture,
  occlusion: Uint8Array,
  box: { left: number; top: number },
  { width, height, by }: { width: number; height: number; by: number },
): Level {
  const count = width * height
  const rgb = new Uint8ClampedArray(3 * count)
  const state = new Uint8Array(count).fill(KNOWN)
  const side = Math.max(1, Math.floor(by))
  for (let y = 0, at = 0; y < height; y++) {
    const top = Math.floor(box.top + y * by)
    for (let x = 0; x < width; x++, at++) {
      const first = top * stride + Math.floor(box.left + x * by)
      writeMean(data, first, stride, side, rgb, 3 * at)
      if (isAnySet(occlusion, first, stride, side)) state[at] = TARGET
    }
  }
  return { width, height, scale: by, rgb, state, confidence: new Float32Array(count) }
}

/** Writes the mean colour of a square of pixels, by its first one. */
function writeMean(
  data: Uint8ClampedArray,
  first: number,
  stride: number,
  side: number,
  rgb: Uint8ClampedArray,
  to: number,
): void {
  let [red, green, blue] = [0, 0, 0]
  for (let row = first; row < first + side * stride; row += stride) {
    for (let i = 4 * row; i < 4 * (row + side); i += 4) {
      red += data[i]!
      green += data[i + 1]!
      blue += data[i + 2]!
    }
  }
  rgb[to] = red / side ** 2
  rgb[to + 1] = green / side ** 2
  rgb[to + 2] = blue / side ** 2
}

/** Whether a pixel of a square is set, by its first one. */
function isAnySet(mask: Uint8Array, first: number, stride: number, side: number): boolean {
  for (let row = first; row < first + side * stride; row += stride) {
    for (let i = row; i < row + side; i++) if (mask[i]) return true
  }
  return false
}

/**
 * How far from a line another edge runs beside it, of the other direction, along most of its length, with a sign; 0
 * where none does.
 */
function thicknessOf(
  line: Line,
  edges: Edges,
  hand: Point,
  farthest: number,
  unit: number,
): number {
  const from = hand.y * line.cos - hand.x * line.sin
  const seen = new Set<number>()
  let [sum, count] = [0, 0]
  for (let n = 0; n < edges.count; n++) {
    const [x, y] = [edges.x[n]!, edges.y[n]!]
    const off = x * line.cos + y * line.sin - line.distance
    if (Math.abs(off) > HELD.thick * unit) continue
    if (edges.cos[n]! * line.cos + edges.sin[n]! * line.sin > -HELD.parallel) continue
    const along = y * line.cos - x * line.sin - from
    if (along * farthest <= 0 || Math.abs(along) > Math.abs(farthest)) continue
    seen.add(Math.round(along))
    sum += off
    count++
  }
  const isAlong = seen.size > HELD.twin * (Math.abs(farthest) - HELD.out * unit)
  return isAlong && count > 0 ? sum / count : 0
}

/** Whether another line away from a hand is parallel to a thin thing, and the edge of one as thick. */
function isOneOf(
  line: Line,
  across: number,
  other: Line,
  edges: Edges,
  hand: Point,
  unit: number,
): boolean {
  if (other.cos * line.cos + other.sin * line.sin < HELD.aligned) return false
  if (Math.abs(hand.x * other.cos + hand.y * other.sin - other.distance) < HELD.off * unit)
    return false
  return [-1, 1].some((way) => {
    const own = thicknessOf(other, edges, hand, way * HELD.reach * unit, unit)
    return Math.abs(own - across) < HELD.asThick * Math.abs(across)
  })
}

/**
 * Whether the same is seen on both sides of a thin thing, at most places along it: what is held is in front of
 * something. The edge of a rail or a door, or a gap between two things, has another colour on either side.
 */
function standsFree(
  { width, height, rgb, state }: Level,
  line: Line,
  across: number,
  hand: Point,
  farthest: number,
): boolean {
  const from = hand.y * line.cos - hand.x * line.sin
  const beyond = Math.sign(across) * HELD.beside
  let [free, all] = [0, 0]
  for (let t = 0; t <= Math.abs(farthest); t++) {
    const along = from + Math.sign(farthest) * t
    const places = [-beyond, across / 2, across + beyond].map((off) => {
      const x = Math.round((line.distance + off) * line.cos - along * line.sin)
      const y = Math.round((line.distance + off) * line.sin + along * line.cos)
      const isIn = x >= 0 && y >= 0 && x < width && y < height
      return isIn && state[y * width + x] === KNOWN ? 3 * (y * width + x) : -1
    })
    if (places.includes(-1)) continue
    const [one, own, other] = places as [number, number, number]
    const apart = (a: number, b: number): number =>
      Math.hypot(rgb[a]! - rgb[b]!, rgb[a + 1]! - rgb[b + 1]!, rgb[a + 2]! - rgb[b + 2]!)
    all++
    if (apart(one, other) < HELD.alike * Math.min(apart(one, own), apart(own, other))) free++
  }
  return free > HELD.free * all
}

/**
 * How far from a hand a line is seen on its one side, with a sign, in pixels of the level; 0 where it does not come out
 * of the person there, or on both sides.
 */
function lengthOf(line: Line, edges: Edges, level: Level, hand: Point, unit: number): number {
  const from = hand.y * line.cos - hand.x * line.sin
  const seen = new Set<number>()
  for (let n = 0; n < edges.count; n++) {
    const [x, y] = [edges.x[n]!, edges.y[n]!]
    if (Math.abs(x * line.cos + y * line.sin - line.distance) > HELD_EDGE.apart) continue
    if (edges.cos[n]! * line.cos + edges.sin[n]! * line.sin < HELD_EDGE.along) continue
    seen.add(Math.round(y * line.cos - x * line.sin - from))
  }
  const seenTo = (step: number, out: number): number =>
    seenFrom(line, level, from, seen, unit, { step, out: out * unit })
  const [before, after] = [seenTo(-1, HELD.out), seenTo(1, HELD.out)]
  if (before > 0 === after > 0) return 0
  // Beyond an arm or the whole person, too.
  return seenTo(before > 0 ? 1 : -1, HELD.reach) > 0 ? 0 : after - before
}

/**
 * How far a line is seen without a break from where it comes out of the person; 0 where it is not.
 * @param step 1 or -1, along the line
 * @param out how far from the hand it may come out, in pixels of the level
 */
function seenFrom(
  { cos, sin, distance: off }: Line,
  { width, height, state }: Level,
  from: number,
  seen: ReadonlySet<number>,
  unit: number,
  { step, out }: { step: number; out: number },
): number {
  let start = 0
  for (let t = 0; t < out; t++) {
    const [x, y] = [
      Math.round(off * cos - (from + step * t) * sin),
      Math.round(off * sin + (from + step * t) * cos),
    ]
    if (x < 0 || y < 0 || x >= width || y >= height) break
    if (state[y * width + x] === TARGET) start = t
  }
  let [count, length] = [0, 0]
  for (let t = 1; t < HELD.reach * unit; t++) {
    const at = step * (start + HELD.tinged + t)
    const isSeen = seen.has(at) || seen.has(at - 1) || seen.has(at + 1)
    if (isSeen) count++
    if (count < HELD.covered * t) break
    if (isSeen) length = t
  }
  return length < HELD.seen * unit ? 0 : start + length
}
