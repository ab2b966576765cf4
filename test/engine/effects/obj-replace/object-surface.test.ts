import { expect, test } from 'vitest'
import {
  highlightOf,
  inSceneLight,
  measureSurface,
} from '../../../../engine/effects/obj-replace/object-surface.ts'
import { srgbToLab } from '../../../../engine/raster/colour/lab.ts'

/** By what share a grey pixel of L* `l` is a highlight of a surface of L* `own` without a colour. */
function shareOf(own: number, l: number): number {
  const lab = { l: Float32Array.of(l), a: Float32Array.of(0), b: Float32Array.of(0) }
  const surface = { lab, own: { l: own, a: 0, b: 0 }, brightest: 100, light: { a: 0, b: 0 } }
  return highlightOf(surface, 0)
}

test.each([
  // From 58 to 88 above a surface of 50, and nearly white from 80 to 98.
  [50, 80, 0],
  [50, 98, 1],
  [70, 78, 0],
  // A surface that is nearly white has its highlights above all that lie eight above it, if there are any.
  [90, 98, 0],
  [90, 98.5, 1],
  [91, 99, 0],
  [91, 99.5, 1],
  [96, 100, 0],
])('on a surface of L* %f, L* %f is a highlight by %f', (own, l, share) => {
  expect(shareOf(own, l)).toBe(share)
})

test('what is pale and far from the brightest of a scene is worn, and no highlight', () => {
  const lab = { l: Float32Array.of(88), a: Float32Array.of(8), b: Float32Array.of(0) }
  const surface = { lab, own: { l: 68, a: 25, b: 0 }, light: { a: 0, b: 0 } }
  expect(highlightOf({ ...surface, brightest: 90 }, 0)).toBeGreaterThan(0.3)
  expect(highlightOf({ ...surface, brightest: 101 }, 0)).toBeLessThan(0.1)
  expect(highlightOf({ ...surface, brightest: 104 }, 0)).toBe(0)
  // A white print stays white.
  const white = { ...lab, a: Float32Array.of(0) }
  expect(highlightOf({ ...surface, lab: white, brightest: 104 }, 0)).toBeGreaterThan(0.3)
})

test.each([
  // White with dark windows is white; a sign with some white letters has its own colour.
  [0.4, 91],
  [0.3, 21],
])('a dark thing whose light parts are %f of it has L* %f', (share, expected) => {
  const size = { width: 100, height: 10 }
  const data = new Uint8ClampedArray(4 * 1000).fill(255)
  for (let i = 0; i < 1000; i++) {
    const level = i % 100 < 100 * share ? 230 : 50
    data.fill(level, 4 * i, 4 * i + 3)
  }
  const mask = { ...size, data: new Uint8Array(1000).fill(255) }
  expect(measureSurface({ ...size, data }, mask).own.l).toBeCloseTo(expected, -0.5)
})

/** What a scene of one colour, with a strip of another, tells of its light. */
function sceneOf(rgb: readonly number[], strip: readonly number[], share: number) {
  const size = { width: 100, height: 10 }
  const data = new Uint8ClampedArray(4 * 1000)
  for (let i = 0; i < 1000; i++) data.set([...(i % 100 < 100 * share ? strip : rgb), 255], 4 * i)
  const mask = { ...size, data: new Uint8Array(1000) }
  mask.data[999] = 255
  return measureSurface({ ...size, data }, mask)
}

test('white is as light as the brightest channel of a colour', () => {
  // Lilac mirrors nearly all blue light: its L* is 71, and white is 90 there.
  const { white, brightest } = sceneOf([90, 90, 90], [190, 160, 227], 0.2)
  expect(brightest).toBeCloseTo(71, -0.5)
  expect(white).toBeCloseTo(90, 0)
  expect(inSceneLight({ l: 96, a: 0, b: 0 }, sceneOf([90, 90, 90], [190, 160, 227], 0.2)).l).toBe(
    inSceneLight({ l: 96, a: 0, b: 0 }, sceneOf([90, 90, 90], [227, 227, 227], 0.2)).l,
  )
})

test('lit skin is not the light, and a wall in the light of a lamp is', () => {
  const skin = sceneOf([90, 90, 90], [222, 188, 166], 0.2)
  expect(srgbToLab(222, 188, 166).a).toBeGreaterThan(8)
  expect(skin.light).toEqual({ a: 0, b: 0 })
  const lamp = sceneOf([90, 90, 90], [240, 214, 170], 0.2)
  expect(lamp.light.b).toBeGreaterThan(10)
})
