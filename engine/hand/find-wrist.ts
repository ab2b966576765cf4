import { Fault } from '../../catalog/failures/fault.ts'
import { clampBox } from '../geometry/box.ts'
import { distance, type Point, unitVector } from '../geometry/point.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import { gridOver } from '../raster/colour/reduce-part.ts'
import type { Picture } from '../raster/picture.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../regions/colour-model.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'

/** A wrist with the forearm behind it, in pixels of the picture. */
export type Wrist = {
  /** The joint: where the hand has become as narrow as the wrist. */
  joint: Point
  /** From the hand towards the elbow, length 1. */
  along: Point
  /** The breadth of the hand across its knuckles: the unit of lengths along the arm. */
  breadth: number
  /** How far from the joint the arm is bare and inside the picture. */
  bare: number
  /** The arm's edges at a distance from the joint: offsets across the arm, the smaller first. */
  edgesAt(distance: number): [number, number]
}

/** How far around the wrist is looked, in breadths of the hand, and the longer side of the grid, pixels. */
const REACH = 2.3
const MOST = 320

/** Rows across the arm, in breadths of the hand from the wrist's landmark: towards the hand and towards the elbow. */
const ROWS = { from: -0.5, to: 1.9, step: 0.04 } as const

/** Colours farther than this from the hand's are no skin, in CIELAB units; half the width at most, in breadths. */
const SKIN = 15
const HALF_WIDTH = 0.85

/** What is beside the arm is no skin from this distance on. */
const NEAR = 5

/**
 * A hand becomes narrower by little beside the wrist, so where it is as narrow as the wrist cannot be told well. Where
 * it is this much wider than the arm at its narrowest can; the joint lies that far behind, in breadths of the hand.
 */
const WIDE = 1.12
const CREASE = 0.308

/**
 * Where the joint lies behind the wrist's landmark, in breadths of the hand: 0.49 to 0.58 of drawn hands. What narrows
 * farther away is an arm that a sleeve, a watch or the frame cuts off aslant, or a bent wrist.
 */
const JOINT = { least: 0.25, most: 0.6 } as const

/** The widths of an arm, in breadths of the hand: what is narrower is the rest of one beside a sleeve. */
const ARM_WIDTH = { least: 0.42, most: 2 * HALF_WIDTH } as const

/**
 * The breadth of a hand that is seen from its side, in distances from wrist to knuckle: 0.83 to 0.93 of hands that are
 * seen flat, where it is measured.
 */
const SIDEWAYS = 0.72

/** Widths are straight lines over this many breadths of the hand to either side. */
const LEVELLED = 0.19

/** Rows that have to show the arm. */
const MIN_ROWS = 5

type Row = { distance: number; left: number; right: number }

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
  const breadth = Math.max(1.25 * distance(index, little), SIDEWAYS * distance(start, knuckle))
  let along = unitVector({ x: start.x - knuckle.x, y: start.y - knuckle.y })
  let origin: Point = { x: start.x, y: start.y }
  const read = armReader(picture, hand, breadth)
  let rows = rowsAlong(read, origin, along, breadth, gap)
  for (let round = 0; round < 2; round++) {
    requireArm(rows)
    const lean = slopeOf(rows.filter(({ distance }) => distance > 0))
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
  if (rows.filter(({ distance }) => distance > 0).length >= MIN_ROWS) return
  throw new Fault(
    'pose',
    'The arm does not show behind the hand: it is covered by a sleeve, or outside the picture.',
  )
}

type ArmReader = { isSkin: (p: Point) => boolean; lightAt: (p: Point) => number }

/** Reads whether a place of the picture has the colour of the hand. */
function armReader(picture: Picture, { landmarks }: Hand, breadth: number): ArmReader {
  const { x, y } = landmarks[HAND.wrist]!
  const reach = REACH * breadth
  const area = clampBox(
    { left: x - reach, top: y - reach, width: 2 * reach, height: 2 * reach },
    picture,
  )
  const grid = gridOver(area, MOST)
  const lab = readLabPlanes(picture, grid)
  const model = handColours(lab, grid, landmarks)
  const ground = groundColours(lab, grid, landmarks, breadth, model)
  const indexOf = (p: Point): number => {
    const column = Math.floor((p.x - area.left) / grid.scale)
    const row = Math.floor((p.y - area.top) / grid.scale)
    const inside = column >= 0 && row >= 0 && column < grid.width && row < grid.height
    return inside ? row * grid.width + column : -1
  }
  return {
    isSkin: (p) => {
      const at = indexOf(p)
      if (at < 0) return false
      const away = colourDistance(lab, at, model)
      return away < SKIN && away < colourDistance(lab, at, ground)
    },
    lightAt: (p) => {
      const at = indexOf(p)
      return at < 0 ? 0 : lab.l[at]! + 0.7 * lab.b[at]!
    },
  }
}

/** The colours of the back of the hand: between the wrist and the knuckles. */
function handColours(lab: LabPlanes, grid: SamplingGrid, points: Hand['landmarks']): ColourModel {
  const wrist = points[HAND.wrist]!
  const pixels: number[] = []
  for (const finger of [HAND.index, HAND.middle, HAND.ring, HAND.little]) {
    const knuckle = points[finger[0]]!
    for (let share = 0; share <= 1; share += 0.04) {
      const column = Math.floor(
        (wrist.x + (knuckle.x - wrist.x) * share - grid.area.left) / grid.scale,
      )
      const row = Math.floor((wrist.y + (knuckle.y - wrist.y) * share - grid.area.top) / grid.scale)
      if (column < 0 || row < 0 || column >= grid.width || row >= grid.height) continue
      pixels.push(row * grid.width + column)
    }
  }
  return fitColourModel(lab, pixels, 5)
}

/** The colours of what is beside the arm, as far as they are not those of the hand. */
function groundColours(
  lab: LabPlanes,
  { area, scale, width, height }: SamplingGrid,
  points: Hand['landmarks'],
  breadth: number,
  hand: ColourModel,
): ColourModel {
  const wrist = points[HAND.wrist]!
  const knuckle = points[HAND.middle[0]]!
  const along = unitVector({ x: wrist.x - knuckle.x, y: wrist.y - knuckle.y })
  const pixels: number[] = []
  for (let at = 0; at < width * height; at += 7) {
    const dx = area.left + (at % width) * scale - wrist.x
    const dy = area.top + Math.floor(at / width) * scale - wrist.y
    const beside = Math.abs(dy * along.x - dx * along.y)
    if (beside > 0.95 * breadth && colourDistance(lab, at, hand) > NEAR) pixels.push(at)
  }
  return fitColourModel(lab, pixels, 8)
}

function rowsAlong(
  read: ArmReader,
  origin: Point,
  along: Point,
  breadth: number,
  gap: number,
): Row[] {
  const across = { x: -along.y, y: along.x }
  const rows: Row[] = []
  let middle = 0
  for (let share = ROWS.from; share <= ROWS.to; share += ROWS.step) {
    const distance = share * breadth
    const at = (u: number): Point => ({
      x: origin.x + along.x * distance + across.x * u,
      y: origin.y + along.y * distance + across.y * u,
    })
    if (!read.isSkin(at(middle))) {
      const last = rows.at(-1)?.distance ?? 0
      if (share > 0.1 && distance - last > gap * breadth) break
      continue
    }
    const right = edge(read, at, middle, 1, breadth)
    const left = edge(read, at, middle, -1, breadth)
    const width = (right - left) / breadth
    if (width < ARM_WIDTH.least || width > ARM_WIDTH.most) continue
    if (share > -0.1) middle += 0.5 * ((left + right) / 2 - middle)
    rows.push({ distance, left, right })
  }
  return rows
}

/** Walks across the arm to the end of its skin, and on to the strongest edge near it. */
function edge(
  { isSkin, lightAt }: ArmReader,
  at: (u: number) => Point,
  from: number,
  side: 1 | -1,
  breadth: number,
): number {
  const step = Math.max(0.5, breadth / 160)
  let last = from
  for (let by = 0; by < HALF_WIDTH * breadth; by += step) {
    const u = from + side * by
    if (isSkin(at(u))) last = u
    else if (Math.abs(u - last) > 0.05 * breadth) break
  }
  let [best, most] = [last, 0]
  for (let by = -0.02 * breadth; by <= 0.06 * breadth; by += step / 2) {
    const u = last + side * by
    const change = Math.abs(lightAt(at(u + 1.5 * step)) - lightAt(at(u - 1.5 * step)))
    if (change > most) [best, most] = [u, change]
  }
  return best
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
    .slice(0, 5)
  const [left, right] = [
    medianOrZero(near.map((row) => row.left)),
    medianOrZero(near.map((row) => row.right)),
  ]
  return [(left + right) / 2, (right - left) / 2]
}

function wristOf(rows: readonly Row[], origin: Point, along: Point, breadth: number): Wrist {
  const narrowing = narrowingOf(rows, breadth) / breadth + CREASE
  const start = Math.min(JOINT.most, Math.max(JOINT.least, narrowing)) * breadth
  const across = { x: -along.y, y: along.x }
  const [offset] = middleOf(rows, start)
  const joint = {
    x: origin.x + along.x * start + across.x * offset,
    y: origin.y + along.y * start + across.y * offset,
  }
  const edges = edgeTable(rows, offset, ROWS.step * breadth)
  return {
    joint,
    along,
    breadth,
    bare: rows.at(-1)!.distance - start,
    edgesAt: (distance) => {
      const at = Math.round((start + distance - rows[0]!.distance) / (ROWS.step * breadth))
      return edges[Math.min(edges.length - 1, Math.max(0, at))]!
    },
  }
}

/** Where, from the hand towards the elbow, the width falls to {@link WIDE} times the arm's. */
function narrowingOf(rows: readonly Row[], breadth: number): number {
  const widths = rows.map(({ distance }) => ({
    distance,
    width: levelledWidth(rows, distance, LEVELLED * breadth),
  }))
  const isArm = (at: number): boolean => at > -0.2 * breadth && at < 1.2 * breadth
  const arm = widths.filter(({ distance }) => isArm(distance))
  const wanted = WIDE * Math.min(...arm.map(({ width }) => width))
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
