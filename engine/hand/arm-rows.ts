import { clampBox } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import { gridOver } from '../raster/colour/reduce-part.ts'
import type { Picture } from '../raster/picture.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../regions/colour-model.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'
import { handColours } from './hand-colours.ts'

/** How far around the wrist is looked, in breadths of the hand, and the longer side of the grid, pixels. */
const REACH = 2.3
const MOST = 320

/** Rows across the arm, in breadths of the hand from the wrist's landmark: towards the hand and towards the elbow. */
export const ROWS = { from: -0.5, to: 1.9, step: 0.04 } as const

/** Colours farther than this from the hand's are no skin, in CIELAB units; half the width at most, in breadths. */
const SKIN = 15
const HALF_WIDTH = 0.85

/** What is beside the arm is no skin from this distance on. */
const NEAR = 5

/** The widths of an arm, in breadths of the hand: what is narrower is the rest of one beside a sleeve. */
const ARM_WIDTH = { least: 0.42, most: 2 * HALF_WIDTH } as const

/** Places across an arm, and the share of them that are skin where nothing is worn. */
const ACROSS = { places: 16, bare: 0.8 } as const

/** How near to the border of the picture an edge of the arm is cut off, in breadths of the hand. */
const BORDER = 0.02

/** Where the arm's edges are at a distance from the origin: offsets across it, pixels. */
export type Row = { distance: number; left: number; right: number }

type ArmReader = {
  isSkin: (p: Point) => boolean
  lightAt: (p: Point) => number
  /** Whether a place is in the picture, and not at its very border. */
  isInside: (p: Point) => boolean
}

/** Reads whether a place of the picture has the colour of the hand. */
export function armReader(
  picture: Picture,
  { landmarks }: Hand,
  breadth: number,
  along: Point,
): ArmReader {
  const { x, y } = landmarks[HAND.wrist]!
  const reach = REACH * breadth
  const area = clampBox(
    { left: x - reach, top: y - reach, width: 2 * reach, height: 2 * reach },
    picture,
  )
  const grid = gridOver(area, MOST)
  const lab = readLabPlanes(picture, grid)
  const model = handColours(lab, grid, landmarks)
  const ground = groundColours(lab, grid, landmarks[HAND.wrist]!, along, breadth, model)
  const indexOf = (p: Point): number => {
    const column = Math.floor((p.x - area.left) / grid.scale)
    const row = Math.floor((p.y - area.top) / grid.scale)
    const inside = column >= 0 && row >= 0 && column < grid.width && row < grid.height
    return inside ? row * grid.width + column : -1
  }
  const border = BORDER * breadth
  return {
    isInside: ({ x: u, y: v }) =>
      u > border && v > border && u < picture.width - border && v < picture.height - border,
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

/** The colours of what is beside the arm, as far as they are not those of the hand. */
function groundColours(
  lab: LabPlanes,
  { area, scale, width, height }: SamplingGrid,
  wrist: Point,
  along: Point,
  breadth: number,
  hand: ColourModel,
): ColourModel {
  const pixels: number[] = []
  for (let at = 0; at < width * height; at += 7) {
    const dx = area.left + (at % width) * scale - wrist.x
    const dy = area.top + Math.floor(at / width) * scale - wrist.y
    const beside = Math.abs(dy * along.x - dx * along.y)
    if (beside > 0.95 * breadth && colourDistance(lab, at, hand) > NEAR) pixels.push(at)
  }
  return fitColourModel(lab, pixels, 8)
}

/**
 * The rows across an arm, from the hand towards the elbow.
 * @param gap how far what is worn may hide the arm, in breadths of the hand
 */
export function rowsAlong(
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
    // Half a bracelet is left of one whose end lies beyond the picture.
    if (share > 0 && !(read.isInside(at(left)) && read.isInside(at(right)))) break
    if (width < ARM_WIDTH.least || width > ARM_WIDTH.most) continue
    if (share > 0 && gap === 0 && !isBare(read, at, left, right)) break
    if (share > -0.1) middle += 0.5 * ((left + right) / 2 - middle)
    rows.push({ distance, left, right })
  }
  return rows
}

/** Whether nothing is worn across a row: a watch covers an arm aslant. */
function isBare(
  { isSkin }: ArmReader,
  at: (u: number) => Point,
  left: number,
  right: number,
): boolean {
  let bare = 0
  for (let n = 0; n < ACROSS.places; n++) {
    if (isSkin(at(left + ((n + 0.5) / ACROSS.places) * (right - left)))) bare++
  }
  return bare >= ACROSS.bare * ACROSS.places
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
