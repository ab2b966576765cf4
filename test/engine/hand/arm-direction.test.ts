import { expect, test } from 'vitest'
import { armDirection } from '../../../engine/hand/arm-direction.ts'
import { labToSrgb } from '../../../engine/raster/colour/lab.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { Hand } from '../../../engine/vision/hands/hand.ts'

const BREADTH = 60
const SIZE = { width: 320, height: 320 }
const WRIST = { x: 160, y: 130 }
const GROUND = [90, 95, 105]

/** Of what an arm consists: its length in breadths, degrees from straight down, and how its colour changes along it. */
type Arm = {
  long: number
  degrees?: number
  /** How far beside the wrist it begins, in breadths. */
  beside?: number
  /** What is added to L* and b* so far along it, in breadths. */
  colour?: (far: number) => [l: number, b: number]
  /** Whether a place so far beside its middle, in breadths, is none of it. */
  hole?: (across: number) => boolean
}

/** An arm that is as wide as it is usual; what comes first covers the others. */
function pictureOf(arms: readonly Arm[]): Picture {
  const data = new Uint8ClampedArray(4 * SIZE.width * SIZE.height).fill(255)
  for (let y = 0, at = 0; y < SIZE.height; y++) {
    for (let x = 0; x < SIZE.width; x++, at += 4) {
      const [right, down] = [(x - WRIST.x) / BREADTH, (y - WRIST.y) / BREADTH]
      const isHand = Math.abs(right) < 0.5 && down < 0 && down > -1.4
      data.set(isHand ? skin(0, 0) : colourAt(arms, right, down), at)
    }
  }
  return { ...SIZE, data }
}

function colourAt(arms: readonly Arm[], right: number, down: number): number[] {
  for (const { long, degrees = 0, beside = 0, colour, hole } of arms) {
    const angle = (degrees * Math.PI) / 180
    const far = down * Math.cos(angle) - right * Math.sin(angle)
    const across = -right * Math.cos(angle) - down * Math.sin(angle) - beside
    if (far < 0 || far > long || Math.abs(across) > 0.37 || hole?.(across)) continue
    return skin(...(colour?.(far) ?? [0, 0]))
  }
  return GROUND
}

function skin(l: number, b: number): number[] {
  return labToSrgb({ l: 66 + l, a: 14, b: 16 + b }).map(Math.round)
}

/** The direction that is found, in degrees from straight down. */
function degreesOf(...arms: Arm[]): number {
  const knuckles = [-0.4, 0, 0.2, 0.4].map((u) => ({
    x: WRIST.x + u * BREADTH,
    y: WRIST.y - 1.25 * BREADTH,
  }))
  const landmarks = [
    WRIST,
    WRIST,
    WRIST,
    WRIST,
    WRIST,
    ...knuckles.flatMap((at) => [at, at, at, at]),
  ]
  const { x, y } = armDirection(pictureOf(arms), { landmarks } as unknown as Hand, BREADTH)
  return Math.round((Math.atan2(-x, y) * 180) / Math.PI)
}

const BENT = { degrees: 60, long: 1.4 }

test.each([
  ['goes on for long enough', [{ long: 0.66 }, BENT], 0],
  ['does not', [{ long: 0.5 }, BENT], 60],
  ['is hardly shorter than the bent one', [{ long: 0.5 }, { ...BENT, long: 0.88 }], 0],
  ['is shorter by half a breadth', [{ long: 0.5 }, { ...BENT, long: 1.08 }], 60],
  ['is not there, nor a bent one as long as the hand is wide', [{ ...BENT, long: 0.66 }], 0],
  ['is not there', [{ ...BENT, long: 0.86 }], 60],
  ['would be bent as far as a wrist bends', [{ ...BENT, degrees: -75 }], -75],
  ['would be bent farther', [{ ...BENT, degrees: 115 }], 0],
  ['would begin at its edge', [{ ...BENT, beside: -0.32 }], 60],
  ['would begin beside the wrist', [{ ...BENT, beside: -0.85 }], 0],
] as [string, Arm[], number][])('an arm that %s has its direction', (_, arms, degrees) => {
  expect(Math.abs(degreesOf(...arms) - degrees)).toBeLessThanOrEqual(degrees === 0 ? 0 : 45)
})

test.each([
  [16, 0, true],
  [21, 0, false],
  [0, 7, true],
  [0, 12, false],
])('skin goes on where it becomes darker by %f at once, or yellower by %f: %s', (l, b, goesOn) => {
  const straight = {
    long: 1.4,
    colour: (far: number): [number, number] => (far >= 0.3 ? [-l, b] : [0, 0]),
  }
  expect(degreesOf(straight, BENT) < 20).toBe(goesOn)
})

test.each([
  [11, true],
  [22, false],
])('skin whose hue changes by %f on the way to where it is an arm is one: %s', (b, isArm) => {
  const colour = (far: number): [number, number] => [0, (b * far) / 0.6]
  expect(degreesOf({ long: 1.4, colour }, BENT) < 20).toBe(isArm)
})

test.each([
  [[0.14], true],
  [[-0.28, -0.14, 0, 0.14, 0.28], false],
])('stripes at %j across that are no skin are passed over: %s', (places, passed) => {
  const hole = (across: number): boolean => places.some((at) => Math.abs(across - at) < 0.03)
  expect(degreesOf({ long: 1.4, hole }, BENT) < 20).toBe(passed)
})

test('in a corner of a picture that shows nothing of an arm it is that of the hand', () => {
  const landmarks = Array.from({ length: 21 }, (_, n) => ({ x: 2, y: n === 9 ? -60 : 2 }))
  const picture = { width: 7, height: 200, data: new Uint8ClampedArray(4 * 7 * 200).fill(200) }
  expect(armDirection(picture, { landmarks } as unknown as Hand, BREADTH)).toEqual({ x: 0, y: 1 })
})
