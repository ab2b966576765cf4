import { expect, test } from 'vitest'
import { findHeld, keepHeld } from '../../../../engine/effects/body-reshape/shape/keep-held.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { identityDisplacement } from '../../../../engine/raster/warp/displacement.ts'
import { BODY, type BodyLandmark } from '../../../../engine/vision/bodies/body.ts'

const [WIDTH, HEIGHT] = [300, 260]
/** Pixels from shoulders to hips. */
const SCALE = 110
const WRIST = { x: 150, y: 100 }

const landmarks: BodyLandmark[] = Array.from({ length: 33 }, () => ({
  x: 110,
  y: 100,
  z: 0,
  visibility: 1,
  presence: 0,
}))
landmarks[BODY.leftWrist] = { ...WRIST, z: 0, visibility: 1, presence: 1 }

type Pole = { thick: number; aside: number }

/**
 * Snow with a pole of so many pixels through the hand, from one share of the way to another, downwards positive, and
 * others beside it all the way.
 * @param arm how far the person goes on upwards along the pole
 */
function scene({ thick = 5, from = 0, to = 110, beyond = 0, arm = 0, others = [] as Pole[] }) {
  // The person: a disc around the hand, with an arm.
  const isPerson = (x: number, y: number): boolean => {
    const [dx, dy] = [x - WRIST.x, y - WRIST.y]
    const along = Math.min(0, Math.max(-arm, 0.6 * dx + 0.8 * dy))
    return Math.hypot(dx - 0.6 * along, dy - 0.8 * along) < 26
  }
  const shareOf = (thickness: number, off: number): number =>
    Math.min(1, Math.max(0, thickness / 2 + 0.5 - Math.abs(off)))
  const data = new Uint8ClampedArray(4 * WIDTH * HEIGHT).fill(255)
  const occlusion = new Uint8Array(WIDTH * HEIGHT)
  for (let y = 0, i = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, i++) {
      const [dx, dy] = [x - WRIST.x - 12, y - WRIST.y]
      const [along, off] = [0.6 * dx + 0.8 * dy, 0.8 * dx - 0.6 * dy]
      const own = along > from && along < to ? shareOf(thick, off) : 0
      const share = Math.max(own, ...others.map((pole) => shareOf(pole.thick, off - pole.aside)))
      const ground = 220 + ((x * 7 + y * 13) % 5) - (off > 0 ? beyond : 0)
      if (isPerson(x, y)) occlusion[i] = 1
      const level = isPerson(x, y) ? 90 : ground + share * (40 - ground)
      data.fill(level, 4 * i, 4 * i + 3)
    }
  }
  const picture: Picture = { width: WIDTH, height: HEIGHT, data }
  return findHeld(picture, { landmarks }, occlusion, SCALE)
}

test('a pole that ends in a hand is held, and its end is told', () => {
  const [held, ...others] = scene({})
  expect(others).toEqual([])
  expect(Math.hypot(held!.end.x - 228, held!.end.y - 188)).toBeLessThan(20)
})

test('nothing else is: what goes on behind the person, what is broad, what ends before the person', () => {
  expect(scene({ from: -110 })).toEqual([])
  expect(scene({ thick: 24 })).toEqual([])
  expect(scene({ from: 50 })).toEqual([])
  expect(scene({ to: 0 })).toEqual([])
})

test('what goes on beyond the arm is none either', () => {
  expect(scene({ arm: 50 })).toHaveLength(1)
  expect(scene({ arm: 50, from: -140 })).toEqual([])
})

test('one of several alike is none, such as the joints of a tiled wall', () => {
  const beside = (...aside: number[]) => aside.map((off) => ({ thick: 5, aside: off }))
  expect(scene({ others: beside(-45, 45) })).toEqual([])
  expect(scene({ others: beside(45) })).toHaveLength(1)
  const thicker = beside(-45, 45).map((pole) => ({ ...pole, thick: 9 }))
  expect(scene({ others: thicker })).toHaveLength(1)
})

test('what parts two things is none, such as the edge of a rail', () => {
  expect(scene({ beyond: 30 })).toHaveLength(1)
  expect(scene({ beyond: 100 })).toEqual([])
})

test('nothing moves at the hand and along what it holds, and all does further off', () => {
  const field = identityDisplacement(WIDTH, HEIGHT, 10)
  field.dx.fill(6)
  keepHeld(field, [{ hand: { x: 150, y: 100 }, end: { x: 150, y: 220 } }], SCALE)
  const at = (x: number, y: number): number => field.dx[(y / 10) * field.cols + x / 10]!
  expect([at(150, 100), at(170, 100), at(150, 200)]).toEqual([0, 0, 0])
  expect(at(190, 200)).toBe(6)
  expect(at(40, 100)).toBe(6)
  expect(at(200, 100)).toBeGreaterThan(0)
  expect(at(200, 100)).toBeLessThan(6)
})
