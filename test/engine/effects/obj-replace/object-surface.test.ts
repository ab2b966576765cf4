import { expect, test } from 'vitest'
import { highlightOf } from '../../../../engine/effects/obj-replace/object-surface.ts'

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
