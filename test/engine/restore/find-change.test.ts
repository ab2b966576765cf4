import { expect, test } from 'vitest'
import { findChange } from '../../../engine/restore/find-change.ts'

// Planes whose differences are known stand on both sides of each limit; of a service's picture only their sum is seen.

const SIDE = 200
const SIZE = { width: SIDE, height: SIDE }

/** Levels of 255 by which each pixel of three channels differs. */
type Levels = (x: number, y: number) => number

/** What is found where a picture that was compressed without any loss differs by so many levels. */
function maskOf(levels: Levels): (x: number, y: number) => number {
  const plane = (of: Levels): Float32Array =>
    Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
  const sent = { ...SIZE, channels: [0, 1, 2].map(() => plane(() => 0.5)) }
  const returned = {
    ...SIZE,
    channels: [0, 1, 2].map(() => plane((x, y) => 0.5 + levels(x, y) / 255)),
  }
  const { mask } = findChange({ sent, returned, noise: new Float32Array(SIDE * SIDE) })
  return (x, y) => mask[y * SIDE + x]!
}

const isIn = (x: number, y: number, from: number, to: number): boolean =>
  x >= from && x < to && y >= from && y < to

test('a change is sure from five deviations of the least noise on', () => {
  const block = (levels: number) => maskOf((x, y) => (isIn(x, y, 60, 100) ? levels : 0))(80, 80)
  expect(block(6.1)).toBe(1)
  expect(block(5.9)).toBe(0)
})

test('a change goes on where differences are likely one, and no further', () => {
  const around = (levels: number) =>
    maskOf((x, y) => (isIn(x, y, 60, 80) ? 20 : isIn(x, y, 40, 140) ? levels : 0))(120, 120)
  expect(around(2.7)).toBe(1)
  expect(around(2.57)).toBe(0)
})

test('a single pixel is seen as far as it stands out of its surroundings', () => {
  const dot = (levels: number) => maskOf((x, y) => (x === 80 && y === 80 ? levels : 0))(80, 80)
  expect(dot(25)).toBeGreaterThan(0.9)
  expect(dot(20)).toBe(0)
})

test('noise that compressing does not explain is believed, up to a limit', () => {
  const on = (noise: number, levels: number) =>
    maskOf((x, y) => (isIn(x, y, 60, 100) ? levels : noise))(80, 80)
  // Twice the deviation of the least noise, and what would be two and a half times.
  expect([on(2.4, 11.8), on(2.4, 12.2)]).toEqual([0, 1])
  expect([on(3, 11.8), on(3, 12.2)]).toEqual([0, 1])
})

test('the quietest tenth of the picture tells its noise', () => {
  const on = (quietRows: number) =>
    maskOf((x, y) => (isIn(x, y, 100, 140) ? 8 : y < quietRows ? 0 : 2))(120, 120)
  expect(on(27)).toBe(1)
  expect(on(12)).toBe(0)
})

test('a mask is whole on the change and ends softly beside it', () => {
  const mask = maskOf((x, y) => (isIn(x, y, 60, 100) ? 20 : 0))
  expect(mask(101, 80)).toBe(1)
  expect(mask(105, 80)).toBeGreaterThan(0)
  expect(mask(105, 80)).toBeLessThan(1)
  expect(mask(109, 80)).toBe(0)
})

test('a narrow gap in a change is closed, a wide one stays', () => {
  const middle = (gap: number) =>
    maskOf((x, y) =>
      y >= 50 && y < 150 && Math.abs(x - 99.5) > gap / 2 && x > 40 && x < 160 ? 20 : 0,
    )(99, 100)
  expect(middle(12)).toBe(1)
  expect(middle(16)).toBeLessThan(0.5)
})

test('a change has twelve pixels at least: of two that differ in a corner the blur makes eleven, or more', () => {
  const corner = (levels: number) => maskOf((x, y) => (isIn(x, y, 0, 2) && y === 0 ? levels : 0))
  expect(corner(12.6)(0, 0)).toBe(0)
  expect(corner(14.7)(0, 0)).toBeGreaterThan(0.9)
})

test('a gap between changed parts is closed up to a few pixels, and not beyond', () => {
  const between = (gap: number) =>
    maskOf((x, y) => (isIn(x, y, 40, 140) && (x < 90 || x >= 90 + gap) ? 20 : 0))(
      90 + Math.floor(gap / 2),
      90,
    )
  expect(between(12)).toBe(1)
  expect(between(14)).toBeLessThan(0.5)
})
