import { clampBox } from '../geometry/box.ts'
import { type Point, unitVector } from '../geometry/point.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import { gridOver } from '../raster/colour/reduce-part.ts'
import type { Picture } from '../raster/picture.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'
import { handColours } from './hand-colours.ts'
import {
  ARM_BENT,
  ARM_BESIDE,
  ARM_CHANGE,
  ARM_DIRECTION_GRID,
  ARM_FOLLOWED,
  ARM_STRAIGHT,
  ARM_STRIP,
  HAND_SKIN,
} from './tuning.ts'

/**
 * The direction from the hand towards the elbow, length 1: that from the knuckles to the wrist; where no arm follows
 * there, as of a bent wrist, the one in which skin goes on farthest.
 */
export function armDirection(picture: Picture, { landmarks }: Hand, breadth: number): Point {
  const wrist = landmarks[HAND.wrist]!
  const knuckle = landmarks[HAND.middle[0]]!
  const straight = unitVector({ x: wrist.x - knuckle.x, y: wrist.y - knuckle.y })
  const { most, least } = ARM_DIRECTION_GRID
  const reach = ARM_DIRECTION_GRID.reach * breadth
  const area = clampBox(
    { left: wrist.x - reach, top: wrist.y - reach, width: 2 * reach, height: 2 * reach },
    picture,
  )
  if (area.width < least || area.height < least) return straight
  const grid = gridOver(area, most)
  const lab = readLabPlanes(picture, grid)
  const hand = handColours(lab, grid, landmarks)
  const isSkin = ({ a, b }: Colour): boolean =>
    hand.some((own) => Math.hypot(a - own[1], b - own[2]) < HAND_SKIN)
  const lengthOf = (along: Point, aside: number): number =>
    lengthOfSkin(
      (place) => colourAt(lab, grid, place),
      isSkin,
      { x: wrist.x - along.y * aside * breadth, y: wrist.y + along.x * aside * breadth },
      along,
      breadth,
    )
  let [best, longest] = [straight, lengthOf(straight, 0)]
  if (longest >= ARM_STRAIGHT) return straight
  longest = Math.max(ARM_BENT.least, longest + ARM_BENT.longer)
  for (let angle = -ARM_BENT.most; angle <= ARM_BENT.most; angle += ARM_BENT.step) {
    const along = turned(straight, angle)
    // The landmark of a bent wrist lies at its edge.
    const length = Math.max(...ARM_BESIDE.map((aside) => lengthOf(along, aside)))
    if (length > longest) [best, longest] = [along, length]
  }
  return best
}

function turned({ x, y }: Point, degrees: number): Point {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

type Colour = { l: number; a: number; b: number }

/** How far skin goes on in a direction, in breadths of the hand: a strip of the hand's hues that changes slowly. */
function lengthOfSkin(
  colourOf: (place: Point) => Colour | undefined,
  isSkin: (colour: Colour) => boolean,
  from: Point,
  along: Point,
  breadth: number,
): number {
  let before: Colour | undefined
  for (let far = 0; far <= ARM_FOLLOWED.most; far += ARM_FOLLOWED.step) {
    const colours = ARM_STRIP.map((side) =>
      colourOf({
        x: from.x + (along.x * far - along.y * side) * breadth,
        y: from.y + (along.y * far + along.x * side) * breadth,
      }),
    ).filter((colour) => colour !== undefined)
    if (colours.filter(isSkin).length < ARM_STRIP.length - 1) return far
    const own = {
      l: medianOrZero(colours.map(({ l }) => l)),
      a: medianOrZero(colours.map(({ a }) => a)),
      b: medianOrZero(colours.map(({ b }) => b)),
    }
    const { l, a, b } = before ?? own
    if (Math.hypot((own.l - l) / 2, own.a - a, own.b - b) > ARM_CHANGE) return far
    before = own
  }
  return ARM_FOLLOWED.most
}

function colourAt(
  { l, a, b }: LabPlanes,
  { area, scale, width, height }: SamplingGrid,
  { x, y }: Point,
): Colour | undefined {
  const column = Math.floor((x - area.left) / scale)
  const row = Math.floor((y - area.top) / scale)
  if (column < 0 || row < 0 || column >= width || row >= height) return undefined
  const at = row * width + column
  return { l: l[at]!, a: a[at]!, b: b[at]! }
}
