import { expect, test } from 'vitest'
import { limitPatches } from '../../../../engine/effects/face-swap/illumination.ts'
import { PATCHES_ON_SKIN } from '../../../../engine/effects/face-swap/tuning.ts'
import type { FaceRegion } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'

const SIDE = 200
const plane = (of: (x: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE))
const even = (value: number) => plane(() => value)

test('stripes on the skin differ by four units of lightness and two of colour from the target’s', () => {
  const target = { l: even(60), a: even(15), b: even(15) }
  const region = { width: SIDE, height: SIDE, faceWidth: SIDE } as FaceRegion
  const lab = { l: plane((x) => (x >= 90 && x < 110 ? 40 : 60)), a: even(25), b: target.b }
  withArena(() => limitPatches(lab, target, even(1), region, PATCHES_ON_SKIN))
  const at = 100 * SIDE + 100
  expect(lab.l[at]).toBeGreaterThan(55)
  expect(lab.l[at]).toBeLessThan(57)
  expect(lab.a[at]).toBeCloseTo(17, 1)
  expect(lab.b[at]).toBe(15)
})
