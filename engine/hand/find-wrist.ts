import { Fault } from '../../catalog/failures/fault.ts'
import { distance, type Point, unitVector } from '../geometry/point.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import type { Picture } from '../raster/picture.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'
import { armDirection } from './arm-direction.ts'
import { armReader, type Row, rowsAlong } from './arm-rows.ts'
import {
  ARM_ROWS,
  HAND_BREADTH,
  WRIST_CREASE,
  WRIST_JOINT_BEHIND,
  WRIST_LEVELLED,
  WRIST_NARROWEST,
  WRIST_NEAR_ROWS,
  WRIST_ROUNDS,
  WRIST_ROWS,
  WRIST_WIDE,
} from './tuning.ts'

/** A wrist with the forearm behind it, in pixels of the picture. */
export type Wrist = {
  /** The joint: where the hand has become as narrow as the wrist. */
  joint: Point
  /** From the hand towards the elbow, length 1. */
  along: Point
  /** The breadth of the hand across its knuckles: the unit of lengths along the arm. */
  breadth: number
  /** Where the wrist's landmark is, as a distance from the joint: below zero. */
  landmark: number
  /** How far from the joint the arm is bare and inside the picture. */
  bare: number
  /** The arm's edges at a distance from the joint: offsets across the arm, the smaller first. */
  edgesAt(distance: number): [number, number]
}

/**
 * Finds the wrist of a hand: the landmarks give a first direction, rows across it the edges of the arm by the colour of
 * the hand, the edges the arm's own direction and where it is narrowest.
 * @param gap how far a bracelet may hide the arm, in breadths of the hand @default 0
 * @throws Fault `pose` where the arm does not show behind the hand
 */
export function findWrist(picture: Picture, hand: Hand, gap = 0): Wrist {
  const points = hand.landmarks
  const [index, little] = [points[HAND.index[0]]!, points[HAND.little[0]]!]
  const start = points[HAND.wrist]!
  const knuckle = points[HAND.middle[0]]!
  const breadth = Math.max(
    HAND_BREADTH.knuckles * distance(index, little),
    HAND_BREADTH.sideways * distance(start, knuckle),
  )
  let along = armDirection(picture, hand, breadth)
  let origin: Point = { x: start.x, y: start.y }
  const read = armReader(picture, hand, breadth, along)
  let rows = rowsAlong(read, origin, along, breadth, gap)
  for (let round = 0; round < WRIST_ROUNDS; round++) {
    requireArm(rows)
    const beyond = rows.filter(({ distance }) => distance > 0)
    const lean = beyond.length < WRIST_ROWS.leaning ? 0 : slopeOf(beyond)
    const across = { x: -along.y, y: along.x }
    const [offset] = middleOf(rows, 0)
    origin = { x: origin.x + across.x * offset, y: origin.y + across.y * offset }
    along = unitVector({ x: along.x + across.x * lean, y: along.y + across.y * lean })
    rows = rowsAlong(read, origin, along, breadth, gap)
  }
  requireArm(rows)
  return wristOf(rows, origin, along, breadth)
}

function requireArm(rows: readonly Row[]): void {
  if (rows.filter(({ distance }) => distance > 0).length >= WRIST_ROWS.least) return
  throw new Fault(
    'pose',
    'The arm does not show behind the hand: it is covered by a sleeve, or outside the picture.',
  )
}

/** The slope of the arm's middle, by the median of slopes between far rows (Theil 1950, Sen 1968). */
function slopeOf(rows: readonly Row[]): number {
  const half = rows.length >> 1
  const slopes = rows.slice(0, half).map((row, n) => {
    const far = rows[n + half]!
    return (far.left + far.right - row.left - row.right) / 2 / (far.distance - row.distance)
  })
  return medianOrZero(slopes)
}

/** The middle and half the width of the arm at a distance, medians of the rows around it. */
function middleOf(rows: readonly Row[], distance: number): [number, number] {
  const near = rows
    .toSorted((a, b) => Math.abs(a.distance - distance) - Math.abs(b.distance - distance))
    .slice(0, WRIST_NEAR_ROWS)
  const [left, right] = [
    medianOrZero(near.map((row) => row.left)),
    medianOrZero(near.map((row) => row.right)),
  ]
  return [(left + right) / 2, (right - left) / 2]
}

function wristOf(rows: readonly Row[], origin: Point, along: Point, breadth: number): Wrist {
  const narrowing = narrowingOf(rows, breadth) / breadth + WRIST_CREASE
  const { least, most } = WRIST_JOINT_BEHIND
  const start = Math.min(most, Math.max(least, narrowing)) * breadth
  const across = { x: -along.y, y: along.x }
  const [offset] = middleOf(rows, start)
  const joint = {
    x: origin.x + along.x * start + across.x * offset,
    y: origin.y + along.y * start + across.y * offset,
  }
  const edges = edgeTable(rows, offset, ARM_ROWS.step * breadth)
  return {
    joint,
    along,
    breadth,
    landmark: -start,
    bare: rows.at(-1)!.distance - start,
    edgesAt: (distance) => {
      const at = Math.round((start + distance - rows[0]!.distance) / (ARM_ROWS.step * breadth))
      return edges[Math.min(edges.length - 1, Math.max(0, at))]!
    },
  }
}

/** Where, from the hand towards the elbow, the width falls to {@link WRIST_WIDE} times the arm's. */
function narrowingOf(rows: readonly Row[], breadth: number): number {
  const widths = rows.map(({ distance }) => ({
    distance,
    width: levelledWidth(rows, distance, WRIST_LEVELLED * breadth),
  }))
  const { from, to } = WRIST_NARROWEST
  const isArm = (at: number): boolean => at > from * breadth && at < to * breadth
  const arm = widths.filter(({ distance }) => isArm(distance))
  const wanted = WRIST_WIDE * Math.min(...arm.map(({ width }) => width))
  const first = widths.findIndex(({ width }) => width <= wanted)
  const [before, after] = [widths[first - 1], widths[first]!]
  if (!before) return after.distance
  const share = (before.width - wanted) / (before.width - after.width)
  return before.distance + share * (after.distance - before.distance)
}

/** The width at a distance by a straight line through the rows within a reach of it. */
function levelledWidth(rows: readonly Row[], distance: number, reach: number): number {
  const near = rows
    .filter((row) => Math.abs(row.distance - distance) <= reach)
    .map((row) => ({ by: row.distance - distance, width: 2 * middleOf(rows, row.distance)[1] }))
  const mean = (of: (row: { by: number; width: number }) => number): number =>
    near.reduce((sum, row) => sum + of(row), 0) / near.length
  const [by, width] = [mean((row) => row.by), mean((row) => row.width)]
  const spread = mean((row) => (row.by - by) ** 2) || 1
  return width - (by * mean((row) => (row.by - by) * (row.width - width))) / spread
}

/** The arm's edges in even steps from the first row to the last, as offsets from the joint's. */
function edgeTable(rows: readonly Row[], offset: number, step: number): [number, number][] {
  const count = Math.round((rows.at(-1)!.distance - rows[0]!.distance) / step) + 1
  return Array.from({ length: count }, (_, n) => {
    const [middle, half] = middleOf(rows, rows[0]!.distance + n * step)
    return [middle - offset - half, middle - offset + half]
  })
}
