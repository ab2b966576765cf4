import { clampBox } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import { gridOver } from '../raster/colour/reduce-part.ts'
import type { Picture } from '../raster/picture.ts'
import { type ColourModel, colourDistance, fitColourModel } from '../regions/colour-model.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'
import { handColours } from './hand-colours.ts'
import {
  ARM_BARE,
  ARM_BORDER,
  ARM_EDGE,
  ARM_GROUND,
  ARM_ROWS,
  ARM_ROWS_FOLLOWED,
  ARM_ROWS_GRID,
  ARM_ROWS_SHADED,
  ARM_WIDTH,
  HAND_SKIN,
} from './tuning.ts'

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
  const reach = ARM_ROWS_GRID.reach * breadth
  const area = clampBox(
    { left: x - reach, top: y - reach, width: 2 * reach, height: 2 * reach },
    picture,
  )
  const grid = gridOver(area, ARM_ROWS_GRID.most)
  const lab = readLabPlanes(picture, grid)
  const model = handColours(lab, grid, landmarks)
  const ground = groundColours(lab, grid, landmarks, along, breadth, model)
  const indexOf = (p: Point): number => {
    const column = Math.floor((p.x - area.left) / grid.scale)
    const row = Math.floor((p.y - area.top) / grid.scale)
    const inside = column >= 0 && row >= 0 && column < grid.width && row < grid.height
    return inside ? row * grid.width + column : -1
  }
  const border = ARM_BORDER * breadth
  return {
    isInside: ({ x: u, y: v }) =>
      u > border && v > border && u < picture.width - border && v < picture.height - border,
    isSkin: (p) => {
      const at = indexOf(p)
      if (at < 0) return false
      const away = colourDistance(lab, at, model)
      return away < HAND_SKIN && away < colourDistance(lab, at, ground)
    },
    lightAt: (p) => {
      const at = indexOf(p)
      return at < 0 ? 0 : lab.l[at]! + ARM_EDGE.yellow * lab.b[at]!
    },
  }
}

/**
 * The colours of what is beside the arm, as far as they are not those of the hand. A thumb that is spread lies beside
 * the arm's direction, too, and in another light than the back of the hand.
 */
function groundColours(
  lab: LabPlanes,
  { area, scale, width, height }: SamplingGrid,
  landmarks: readonly Point[],
  along: Point,
  breadth: number,
  hand: ColourModel,
): ColourModel {
  const wrist = landmarks[HAND.wrist]!
  const pixels: number[] = []
  for (let at = 0; at < width * height; at += ARM_GROUND.every) {
    const dx = area.left + (at % width) * scale - wrist.x
    const dy = area.top + Math.floor(at / width) * scale - wrist.y
    const beside = Math.abs(dy * along.x - dx * along.y)
    if (beside <= ARM_GROUND.beside * breadth) continue
    const isHand = landmarks.some(
      ({ x, y }) => Math.hypot(wrist.x + dx - x, wrist.y + dy - y) < ARM_GROUND.hand * breadth,
    )
    if (!isHand && colourDistance(lab, at, hand) > ARM_GROUND.apart) pixels.push(at)
  }
  return fitColourModel(lab, pixels, ARM_GROUND.most)
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
  for (let share = ARM_ROWS.from; share <= ARM_ROWS.to; share += ARM_ROWS.step) {
    const distance = share * breadth
    const at = (u: number): Point => ({
      x: origin.x + along.x * distance + across.x * u,
      y: origin.y + along.y * distance + across.y * u,
    })
    if (!read.isSkin(at(middle))) {
      const last = rows.at(-1)?.distance ?? 0
      if (share > ARM_ROWS_SHADED && distance - last > gap * breadth) break
      continue
    }
    const right = edge(read, at, middle, 1, breadth)
    const left = edge(read, at, middle, -1, breadth)
    const width = (right - left) / breadth
    // Half a bracelet is left of one whose end lies beyond the picture.
    if (share > 0 && !(read.isInside(at(left)) && read.isInside(at(right)))) break
    if (width < ARM_WIDTH.least || width > ARM_WIDTH.most) continue
    if (share > 0 && gap === 0 && !isBare(read, at, left, right)) break
    if (share > ARM_ROWS_FOLLOWED.from) {
      middle += ARM_ROWS_FOLLOWED.share * ((left + right) / 2 - middle)
    }
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
  for (let n = 0; n < ARM_BARE.places; n++) {
    if (isSkin(at(left + ((n + 0.5) / ARM_BARE.places) * (right - left)))) bare++
  }
  return bare >= ARM_BARE.share * ARM_BARE.places
}

/** Walks across the arm to the end of its skin, and on to the strongest edge near it. */
function edge(
  { isSkin, lightAt }: ArmReader,
  at: (u: number) => Point,
  from: number,
  side: 1 | -1,
  breadth: number,
): number {
  const step = Math.max(ARM_EDGE.leastStep, breadth / ARM_EDGE.steps)
  const half = (ARM_WIDTH.most / 2) * breadth
  let last = from
  for (let by = 0; by < half; by += step) {
    const u = from + side * by
    if (isSkin(at(u))) last = u
    else if (Math.abs(u - last) > ARM_EDGE.gap * breadth) break
  }
  let [best, most] = [last, 0]
  for (let by = ARM_EDGE.from * breadth; by <= ARM_EDGE.to * breadth; by += step / 2) {
    const u = last + side * by
    const apart = ARM_EDGE.apart * step
    const change = Math.abs(lightAt(at(u + apart)) - lightAt(at(u - apart)))
    if (change > most) [best, most] = [u, change]
  }
  return best
}
