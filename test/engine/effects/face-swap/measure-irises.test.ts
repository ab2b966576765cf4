import { expect, test } from 'vitest'
import { irisRadius } from '../../../../engine/effects/face-swap/iris-disc.ts'
import { measureIrises } from '../../../../engine/effects/face-swap/measure-irises.ts'
import type { LabColour } from '../../../../engine/raster/colour/lab.ts'
import { drawEyes, EYES, type Looks, of } from './drawn-eyes.ts'

const measure = (left: LabColour, right = left, radius = 20, looks: Looks = {}) =>
  measureIrises(drawEyes([left, right], looks).region, radius)

test('irises are measured without pupils and reflections, and whites without irises', () => {
  const { tint, light, whites, whiteTint, certainty } = measure(of(30, 4, 10), of(34, 6, 12), 20, {
    white: of(75, 2, 6),
  })
  expect(light[0]).toBeCloseTo(30, 0)
  expect(light[1]).toBeCloseTo(34, 0)
  expect(tint.a).toBeCloseTo((4 / 46 + 6 / 50) / 2, 1.7)
  expect(tint.b).toBeCloseTo((10 / 46 + 12 / 50) / 2, 1.7)
  for (const white of whites) expect(white).toBeCloseTo(75, 0)
  expect(whiteTint.a).toBeCloseTo(2 / 91, 1.7)
  expect(whiteTint.b).toBeCloseTo(6 / 91, 1.7)
  expect(certainty).toBe(1)
})

test('irises of 3.5 pixels are not sure, and from 7 on they are', () => {
  const certainty = (radius: number) => measure(of(30), of(30), radius).certainty
  expect(certainty(3.5)).toBe(0)
  expect(certainty(5.25)).toBeCloseTo(0.5, 5)
  expect(certainty(7)).toBe(1)
})

test('two irises are no pair that differ by a quarter of their light, and are one up to a tenth', () => {
  const alike = (a: number, b: number) => measure(of(34, 0, 0), of(34, a, b)).alike
  expect(alike(4, 4)).toBe(1)
  expect(alike(14, 0)).toBe(0)
  expect(alike(0, -14)).toBe(0)
  // The same colour in twice the light.
  expect(measure(of(12, 10, 10), of(40, 20, 20)).alike).toBe(1)
})

test('irises are not sure of which lids show less than 0.4, and from 0.6 on they are', () => {
  const certainty = (lid: number) => measure(of(30), of(30), 20, { lid }).certainty
  expect(certainty(-2.5)).toBe(0)
  expect(certainty(0)).toBeCloseTo(0.5, 1)
  expect(certainty(2.5)).toBe(1)
})

test('irises are reflections that are nearly as light as their whites', () => {
  const certainty = (light: number) =>
    measure(of(light), of(light), 20, { white: of(80) }).certainty
  expect(certainty(54)).toBe(1)
  expect(certainty(64)).toBeCloseTo(0.5, 1)
  expect(certainty(73)).toBe(0)
})

test('the radius of irises is that of the smaller one', () => {
  const { points } = drawEyes([of(30), of(30)]).region
  expect(irisRadius(points)).toBeCloseTo(EYES.radius, 5)
  expect(
    irisRadius(points.map(({ x, y }) => (x < 60 ? { x: x / 2, y: y / 2 } : { x, y }))),
  ).toBeCloseTo(6, 5)
})
