import type { Point } from '../../engine/geometry/point.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { LANDMARK_HEIGHT } from '../../samples/skeleton.ts'
import { STRIPE_STEP } from '../../samples/stripes.ts'
import { type Distortion, type Spread, spreadOf } from './distortion.ts'
import { type Places, type Shown, wearAnother } from './garments.ts'
import { LOWER, measureLowerPrint } from './lower-prints.ts'
import { median } from './median.ts'

/** Colours of cloth and stripes, which light cannot take for each other. */
const COLOURS = { cloth: '#22b24a', stripes: '#3a4fd0', other: '#8d4a63' } as const

/** How many people are dressed in each kind of top. */
const PEOPLE = 8

const WAYS = ['across', 'down'] as const
export type Way = (typeof WAYS)[number]

const CUTS = ['tee', 'blouse'] as const

/** Puts striped tops, trousers and skirts on drawn people and measures their stripes on torso, sleeves and below. */
export async function garmentPrints(): Promise<void> {
  const vision = await openVision()
  for (const shown of ['alone', 'worn'] as const) {
    for (const way of WAYS) {
      const head = `${shown}, stripes ${way}`.padEnd(26)
      console.log(`${head}angle: mean, most   spacing: mean, most`)
      const all: Record<string, Distortion[]> = { torso: [], sleeves: [] }
      for (let number = 0; number < PEOPLE; number++) {
        try {
          const measured = await measurePrint(number, { shown, way }, vision)
          for (const [part, found] of Object.entries(measured)) {
            print(`${number} ${part}`, found)
            all[part]!.push(found)
          }
        } catch (error) {
          console.log(`${number}`.padEnd(26) + (error as Error).message.slice(0, 90))
        }
      }
      for (const [part, found] of Object.entries(all)) {
        if (found.length > 0) print(`${part}, median`, medianOf(found))
      }
    }
  }
  for (const garment of LOWER) {
    const head = `${garment[0]}, alone`.padEnd(26)
    console.log(`${head}angle: mean, most   spacing: mean, most`)
    for (let number = 0; number < PEOPLE; number++) {
      print(`${number} level stripes`, await measureLowerPrint(garment, number, vision))
    }
  }
  vision.close()
}

function medianOf(all: readonly Distortion[]): Distortion {
  const of = (read: (one: Distortion) => number): number => median(all.map(read))
  return {
    angle: { mean: of(({ angle }) => angle.mean), most: of(({ angle }) => angle.most) },
    spacing: { mean: of(({ spacing }) => spacing.mean), most: of(({ spacing }) => spacing.most) },
  }
}

function print(head: string, { angle, spacing }: Distortion): void {
  const cells = [angle.mean, angle.most, spacing.mean, spacing.most]
  console.log(`  ${head}`.padEnd(26) + cells.map((value) => value.toFixed(1).padStart(8)).join(''))
}

/** How far stripes of one top are distorted, on its torso and, where they go across, on its sleeves. */
export async function measurePrint(
  number: number,
  { shown, way }: { shown: Shown; way: Way },
  vision: Vision,
): Promise<{ torso: Distortion; sleeves?: Distortion }> {
  const cut = CUTS[number % CUTS.length]!
  const bottom = { cut: 'trousers', colour: '#3c4f6e' } as const
  const stripes = { colour: COLOURS.stripes, way }
  const look = {
    before: { top: { cut, colour: COLOURS.other }, bottom },
    meant: { top: { cut, colour: COLOURS.cloth, stripes }, bottom },
  }
  const worn = await wearAnother(number, { shown, category: 'upper_body', look }, vision)
  const step = (STRIPE_STEP * worn.meant.height) / LANDMARK_HEIGHT.sole
  const torso = distortionOf(worn.result, linesOfTorso(worn.places, way), step)
  if (way === 'down') return { torso }
  const arms = (['left', 'right'] as const).map((side) => linesOfArm(worn.places, side, cut))
  const sleeves = arms.map((lines) => distortionOf(worn.result, lines, step))
  return { torso, sleeves: worse(sleeves[0]!, sleeves[1]!) }
}

function worse(one: Distortion, other: Distortion): Distortion {
  const pick = (a: Spread, b: Spread): Spread => (a.most > b.most ? a : b)
  return { angle: pick(one.angle, other.angle), spacing: pick(one.spacing, other.spacing) }
}

/** Parallel lines that cross stripes at right angles, `apart` pixels from each other. */
type Lines = { apart: number; each: { from: Point; along: Point; length: number }[] }

/** Lines over the torso between the sleeves, below the neck and above the hem. */
function linesOfTorso({ joint, shoulders }: Places, way: Way): Lines {
  const [left, right] = [joint('rightShoulder'), joint('leftShoulder')]
  const middle = (left.x + right.x) / 2
  const [top, bottom] = [left.y + 0.12 * shoulders, joint('leftHip').y - 0.32 * shoulders]
  const half = 0.3 * shoulders
  const apart = 3
  if (way === 'across') {
    const count = Math.floor((2 * half) / apart)
    const each = Array.from({ length: count }, (_, n) => ({
      from: { x: middle - half + n * apart, y: top },
      along: { x: 0, y: 1 },
      length: bottom - top,
    }))
    return { apart, each }
  }
  const each = Array.from({ length: Math.floor((bottom - top) / apart) }, (_, n) => ({
    from: { x: middle - half, y: top + n * apart },
    along: { x: 1, y: 0 },
    length: 2 * half,
  }))
  return { apart, each }
}

/** Lines along the upper arm, from where the sleeve is free of the torso to near its end. */
function linesOfArm(
  { joint, shoulders }: Places,
  side: 'left' | 'right',
  cut: 'tee' | 'blouse',
): Lines {
  const [from, to] = [joint(`${side}Shoulder`), joint(`${side}Elbow`)]
  const whole = Math.hypot(to.x - from.x, to.y - from.y)
  const along = { x: (to.x - from.x) / whole, y: (to.y - from.y) / whole }
  const end = cut === 'tee' ? 0.56 : 0.95
  const apart = 3
  const half = Math.floor((0.055 * shoulders) / apart)
  const each = Array.from({ length: 2 * half + 1 }, (_, n) => {
    const by = (n - half) * apart
    const start = 0.18 * whole
    return {
      from: {
        x: from.x + start * along.x - by * along.y,
        y: from.y + start * along.y + by * along.x,
      },
      along,
      length: (end - 0.18) * whole,
    }
  })
  return { apart, each }
}

function distortionOf(picture: Picture, { apart, each }: Lines, step: number): Distortion {
  const crossings = each.map((line) => crossingsOf(picture, line))
  const [angles, spacings]: [number[], number[]] = [[], []]
  for (const [n, places] of crossings.entries()) {
    for (const [k, place] of places.entries()) {
      const whole = places[k + 2]
      if (whole !== undefined) spacings.push(100 * Math.abs((whole - place) / step - 1))
      const beside = crossings[n + NEIGHBOUR]?.filter((other) => Math.abs(other - place) < step / 4)
      if (beside?.length !== 1) continue
      angles.push((Math.atan2(Math.abs(beside[0]! - place), NEIGHBOUR * apart) * 180) / Math.PI)
    }
  }
  return { angle: spreadOf(angles), spacing: spreadOf(spacings) }
}

/** Lines between those over which a direction is measured: an edge is known within a fifth of a pixel. */
const NEIGHBOUR = 3

/** Where the colours of cloth and stripes change along a line, in pixels from its beginning. */
function crossingsOf(picture: Picture, { from, along, length }: Lines['each'][number]): number[] {
  const found: number[] = []
  let before: number | undefined
  for (let d = 0; d < length; d++) {
    const value = stripedness(picture, { x: from.x + d * along.x, y: from.y + d * along.y })
    if (before !== undefined && Math.sign(before) !== Math.sign(value)) {
      found.push(d - 1 + before / (before - value))
    }
    before = value
  }
  return found
}

/** Whether the picture shows a stripe at a point, or cloth, between its pixels: 1 to −1. */
function stripedness({ data, width }: Picture, { x, y }: Point): number {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  const [u, v] = [x - 0.5 - left, y - 0.5 - top]
  const at = (column: number, row: number): number => {
    const [, g, b] = data.subarray((row * width + column) * 4)
    return (b! - g!) / (b! + g! + 1)
  }
  const above = (1 - u) * at(left, top) + u * at(left + 1, top)
  return (1 - v) * above + v * ((1 - u) * at(left, top + 1) + u * at(left + 1, top + 1))
}
