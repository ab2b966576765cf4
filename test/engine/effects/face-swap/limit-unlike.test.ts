import { expect, test } from 'vitest'
import { limitUnlike } from '../../../../engine/effects/face-swap/limit-unlike.ts'
import type { FaceRegionGeometry } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

const SIDE = 200
const plane = (of: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
const even = (value: number): Float32Array => plane(() => value)

/** A face that is skin but for what shows between its lips, a disc. */
const MOUTH = { x: 140, y: 140, radius: 12 }
const region: FaceRegionGeometry = {
  area: { left: 0, top: 0, width: SIDE, height: SIDE },
  scale: 1,
  width: SIDE,
  height: SIDE,
  faceWidth: 200,
  points: Array.from({ length: 478 }, () => ({ x: 0, y: 0 })),
  up: { x: 0, y: -1 },
}
for (const [n, at] of FACE.lipsInner.entries()) {
  const angle = (2 * Math.PI * n) / FACE.lipsInner.length
  const { x, y, radius } = MOUTH
  region.points[at] = { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
}

/** How far a donor that differs by a plane still does at a pixel. */
function kept(apart: Float32Array, axis: 'l' | 'a' | 'b' = 'l') {
  return withArena(() => {
    const own = { l: even(60), a: even(15), b: even(15) }
    const lab = { l: even(60), a: even(15), b: even(15) }
    lab[axis] = plane((x, y) => own[axis][y * SIDE + x]! + apart[y * SIDE + x]!)
    limitUnlike(lab, own, region)
    return (x: number, y: number) => lab[axis][y * SIDE + x]! - own[axis][y * SIDE + x]!
  })
}
const stains = (by: number) => even(by)
/** Lines two pixels wide. */
const lines = (by: number) => plane((x) => (x % 60 < 2 ? by : 0))

test('stains differ by half a unit of lightness, and by less of colour', () => {
  expect(kept(stains(-20))(60, 60)).toBeCloseTo(-0.5, 1)
  expect(kept(stains(20))(60, 60)).toBeCloseTo(0.5, 1)
  expect(kept(stains(-20), 'a')(60, 60)).toBeCloseTo(-0.3, 1)
  expect(kept(stains(-20), 'b')(60, 60)).toBeCloseTo(-0.3, 1)
})

test('lines, such as strands, folds and lashes, differ by one unit', () => {
  expect(kept(lines(-30))(60, 60)).toBeLessThan(-0.5)
  expect(kept(lines(-30))(60, 60)).toBeGreaterThan(-1.1)
  expect(kept(lines(-30), 'a')(60, 60)).toBeGreaterThan(-0.71)
})

test('what is alike stays the donor’s', () => {
  expect(kept(stains(-0.2))(60, 60)).toBeCloseTo(-0.2, 1)
  expect(kept(lines(-0.2))(60, 60)).toBeLessThan(-0.12)
})

test('what is inside the mouth stays, and nothing at its rim and beside it', () => {
  const { x, y, radius } = MOUTH
  const after = kept(stains(-30))
  expect(after(x, y)).toBeCloseTo(-30, 3)
  expect(after(x + radius - 4, y)).toBeLessThan(-25)
  for (const out of [1, 2, 3]) expect(after(x + radius + out, y)).toBeGreaterThan(-1)
})
