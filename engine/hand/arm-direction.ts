import { clampBox } from '../geometry/box.ts'
import { type Point, unitVector } from '../geometry/point.ts'
import { medianOrZero } from '../geometry/quantile.ts'
import { type LabPlanes, readLabPlanes, type SamplingGrid } from '../raster/colour/lab-planes.ts'
import { gridOver } from '../raster/colour/reduce-part.ts'
import type { Picture } from '../raster/picture.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'
import { handColours } from './hand-colours.ts'

/** How far around the wrist is looked, in breadths of the hand. */
const REACH = 1.6

/** The longer side of the grid on which directions are compared, pixels: an arm is some twenty of them wide. */
const MOST = 96

/** How far an arm is followed, and the steps, in breadths of the hand. */
const FOLLOWED = { most: 1.3, step: 0.06 } as const

/** Degrees by which a wrist bends at most, and the steps that are tried. */
const BENT = { most: 75, step: 15 } as const

/** The places across a strip that has to be of skin but for one of them, in breadths of the hand. */
const ACROSS = [-0.14, -0.07, 0, 0.07, 0.14] as const

/** How far beside the wrist's landmark an arm may begin, in breadths of the hand. */
const BESIDE = [0, -0.16, 0.16] as const

/** CIELAB units by which skin may change from one step to the next, half as much in lightness, and its hue all over. */
const CHANGE = { step: 9, hue: 15 } as const

/**
 * Breadths of the hand: an arm that goes on so far lies straight; one that bends goes on by so much more, and farther
 * than the hand itself is wide.
 */
const STRAIGHT = 0.6
const LONGER = 0.45
const BENT_LEAST = 0.75

/**
 * The direction from the hand towards the elbow, length 1: that from the knuckles to the wrist; where no arm follows
 * there, as of a bent wrist, the one in which skin goes on farthest.
 */
export function armDirection(picture: Picture, { landmarks }: Hand, breadth: number): Point {
  const wrist = landmarks[HAND.wrist]!
  const knuckle = landmarks[HAND.middle[0]]!
  const straight = unitVector({ x: wrist.x - knuckle.x, y: wrist.y - knuckle.y })
  const reach = REACH * breadth
  const area = clampBox(
    { left: wrist.x - reach, top: wrist.y - reach, width: 2 * reach, height: 2 * reach },
    picture,
  )
  if (area.width < 8 || area.height < 8) return straight
  const grid = gridOver(area, MOST)
  const lab = readLabPlanes(picture, grid)
  const hand = handColours(lab, grid, landmarks)
  const isSkin = ({ a, b }: Colour): boolean =>
    hand.some((own) => Math.hypot(a - own[1], b - own[2]) < CHANGE.hue)
  const lengthOf = (along: Point, aside: number): number =>
    lengthOfSkin(
      (place) => colourAt(lab, grid, place),
      isSkin,
      { x: wrist.x - along.y * aside * breadth, y: wrist.y + along.x * aside * breadth },
      along,
      breadth,
    )
  let [best, longest] = [straight, lengthOf(straight, 0)]
  if (longest >= STRAIGHT) return straight
  longest = Math.max(BENT_LEAST, longest + LONGER)
  for (let angle = -BENT.most; angle <= BENT.most; angle += BENT.step) {
    const along = turned(straight, angle)
    // The landmark of a bent wrist lies at its edge.
    const length = Math.max(...BESIDE.map((aside) => lengthOf(along, aside)))
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
  for (let far = 0; far <= FOLLOWED.most; far += FOLLOWED.step) {
    const colours = ACROSS.map((side) =>
      colourOf({
        x: from.x + (along.x * far - along.y * side) * breadth,
        y: from.y + (along.y * far + along.x * side) * breadth,
      }),
    ).filter((colour) => colour !== undefined)
    if (colours.filter(isSkin).length < ACROSS.length - 1) return far
    const own = {
      l: medianOrZero(colours.map(({ l }) => l)),
      a: medianOrZero(colours.map(({ a }) => a)),
      b: medianOrZero(colours.map(({ b }) => b)),
    }
    const { l, a, b } = before ?? own
    if (Math.hypot((own.l - l) / 2, own.a - a, own.b - b) > CHANGE.step) return far
    before = own
  }
  return FOLLOWED.most
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
