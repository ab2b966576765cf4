import { fitSimilarity } from '../../geometry/fit-similarity.ts'
import {
  distance,
  distanceToSegment,
  meanPoint,
  midpoint,
  type Point,
} from '../../geometry/point.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { FACE, type FaceLandmark } from '../../vision/faces/face.ts'
import { LIP_PAIRS } from './align-closed-lips.ts'
import { dot3, faceAxes, type Vector } from './face-axes.ts'
import { EYE_OPENINGS, lidsStay, openness } from './openings.ts'
import { PROPORTIONS } from './tuning.ts'

type Landmarks = readonly FaceLandmark[]

/** How the landmarks of a face are displaced, with that face. Lengths are shares of its width. */
type Displaced = { target: Landmarks; width: number; steps: Point[] }

/**
 * The landmarks of a face with features of a donor's proportions: eyes, brows, nose and mouth go to where they are in
 * the donor's face seen from the same side, and take its shape. The outline stays, and so does the expression: lips
 * stay as far apart, a mouth that smiles less or more is moved as a whole, and so are lids that would be opened or
 * closed by much.
 */
export function towardsDonor(target: Landmarks, donor: Landmarks): FaceLandmark[] {
  const seen = inPoseOf(target, donor)
  const wanted = seen.map(fitSimilarity(seen, target))
  const width = distance(target[FACE.rightTemple]!, target[FACE.leftTemple]!)
  const steps = wanted.map((to, i) => stepTowards(target, i, to, width))
  const displaced = { target, width, steps }
  const fuller = lipFullness(wanted) / Math.max(1e-6, lipFullness(target))
  const unlike = Math.max(unlikeMouths(target, wanted), shareToKeep(fuller, PROPORTIONS.lips))
  keepShape(displaced, FACE.lipsOuter, unlike, PROPORTIONS.mouth.reach)
  keepLipGaps(displaced)
  keepLids(displaced, donor)
  moveIrises(displaced)
  return target.map((p, i) => ({ ...p, x: p.x + steps[i]!.x, y: p.y + steps[i]!.y }))
}

/** The donor's landmarks, seen from where the target is seen from. */
function inPoseOf(target: Landmarks, donor: Landmarks): Point[] {
  const [to, from] = [faceAxes(target), faceAxes(donor)]
  return donor.map(({ x, y, z }) => {
    const at: Vector = [x, y, z]
    const [across, down, away] = from.map((axis) => dot3(at, axis)) as [number, number, number]
    const along = (k: 0 | 1): number => across * to[0][k] + down * to[1][k] + away * to[2][k]
    return { x: along(0), y: along(1) }
  })
}

/** How far a landmark goes towards another place: nowhere at the outline, and never far. */
function stepTowards(target: Landmarks, i: number, to: Point, width: number): Point {
  const from = target[i]!
  const { edge, most } = PROPORTIONS
  const weight = smoothstep(edge[0], edge[1], distanceToRing(target, FACE.oval, from) / width)
  const length = distance(from, to) / width
  const share = length === 0 ? 0 : (weight * most * Math.tanh(length / most)) / length
  return { x: share * (to.x - from.x), y: share * (to.y - from.y) }
}

/** How differently two mouths smile or are open, 0–1. */
function unlikeMouths(one: readonly Point[], other: readonly Point[]): number {
  const [own, others] = [mouthOf(one), mouthOf(other)]
  const { open, lift } = PROPORTIONS.mouth
  return Math.max(
    smoothstep(open[0], open[1], Math.abs(own.open - others.open)),
    smoothstep(lift[0], lift[1], Math.abs(own.lift - others.lift)),
  )
}

/** How far a mouth is open, and how far its corners are above its middle, in its widths. */
function mouthOf(points: readonly Point[]): { open: number; lift: number } {
  const [right, left] = [points[FACE.rightMouthCorner]!, points[FACE.leftMouthCorner]!]
  const across = { x: left.x - right.x, y: left.y - right.y }
  const below = (i: number): number => {
    const { x, y } = points[i]!
    return (
      (across.x * (y - right.y) - across.y * (x - right.x)) / (across.x ** 2 + across.y ** 2 || 1)
    )
  }
  const [upper, lower] = [below(FACE.upperLipBottom), below(FACE.lowerLipTop)]
  return { open: lower - upper, lift: (upper + lower) / 2 }
}

/** Displaces what is within a ring of landmarks as a whole by a share, and what is near it less and less. */
function keepShape(
  { target, width, steps }: Displaced,
  ring: readonly number[],
  share: number,
  reach: number,
): void {
  if (share <= 0) return
  const mean = meanPoint(ring.map((i) => steps[i]!))
  const inside = new Set([...ring, ...(ring === FACE.lipsOuter ? FACE.lipsInner : [])])
  for (const [i, step] of steps.entries()) {
    const far = inside.has(i) ? 0 : distanceToRing(target, ring, target[i]!) / width
    const near = share * (1 - smoothstep(PROPORTIONS.rigid, reach, far))
    steps[i] = { x: step.x + near * (mean.x - step.x), y: step.y + near * (mean.y - step.y) }
  }
}

/** Makes the inner edges of both lips go by the same, so that the lips stay as far apart as they are. */
function keepLipGaps({ steps }: Displaced): void {
  for (const { upper, lower } of LIP_PAIRS) {
    const middle = midpoint(steps[upper]!, steps[lower]!)
    steps[upper] = middle
    steps[lower] = middle
  }
}

/** Keeps lids from being opened or closed by much, both eyes alike, and at all where one of the two has them shut. */
function keepLids(displaced: Displaced, donor: Landmarks): void {
  const { target, steps } = displaced
  const moved = target.map(({ x, y }, i) => ({ x: x + steps[i]!.x, y: y + steps[i]!.y }))
  const shares = EYE_OPENINGS.map((eye) => {
    const times = openness(moved, eye) / Math.max(1e-6, openness(target, eye))
    return shareToKeep(times, PROPORTIONS.lids)
  })
  const share = lidsStay(target, donor) ? 1 : Math.max(...shares)
  for (const { rim } of EYE_OPENINGS) keepShape(displaced, rim, share, PROPORTIONS.lids.reach)
}

/** The share of its own shape that a feature keeps, so that it becomes so many times as large within the bounds. */
function shareToKeep(times: number, { least, most }: { least: number; most: number }): number {
  const bound = Math.min(most, Math.max(least, times))
  return times === bound ? 0 : 1 - (bound - 1) / (times - 1)
}

/** The height of both lips without what is between them, in widths of the mouth. */
function lipFullness(points: readonly Point[]): number {
  const between = (i: number, j: number): number => distance(points[i]!, points[j]!)
  const height =
    between(FACE.upperLipTop, FACE.upperLipBottom) + between(FACE.lowerLipTop, FACE.lowerLipBottom)
  return height / Math.max(1e-6, between(FACE.rightMouthCorner, FACE.leftMouthCorner))
}

/** Irises go with their lids, so that the gaze stays. */
function moveIrises({ steps }: Displaced): void {
  const lids = [
    [FACE.leftIris, [...FACE.leftUpperLid, ...FACE.leftLowerLid]],
    [FACE.rightIris, [...FACE.rightUpperLid, ...FACE.rightLowerLid]],
  ] as const
  for (const [iris, rim] of lids) {
    const mean = meanPoint(rim.map((i) => steps[i]!))
    for (const i of iris) steps[i] = mean
  }
}

function distanceToRing(landmarks: Landmarks, ring: readonly number[], point: Point): number {
  const sides = ring.map((i, n) => {
    const [from, to] = [landmarks[i]!, landmarks[ring[(n + 1) % ring.length]!]!]
    return distance(from, to) === 0 ? distance(point, from) : distanceToSegment(point, from, to)
  })
  return Math.min(...sides)
}
