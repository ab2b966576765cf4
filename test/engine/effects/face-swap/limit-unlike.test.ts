import { expect, test } from 'vitest'
import { limitUnlike } from '../../../../engine/effects/face-swap/limit-unlike.ts'
import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import { UNLIKE } from '../../../../engine/effects/face-swap/tuning.ts'
import type { FaceRegionGeometry } from '../../../../engine/face/face-region.ts'
import { withArena } from '../../../../engine/raster/arena.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

const SIDE = 240
const plane = (of: (x: number, y: number) => number): Float32Array =>
  Float32Array.from({ length: SIDE * SIDE }, (_, i) => of(i % SIDE, Math.floor(i / SIDE)))
const even = (value: number): Float32Array => plane(() => value)

/** A face of which every part is a disc of its own. */
const PARTS = {
  nose: { rings: [UNLIKE.nose.ring], x: 60, y: 60, radius: 25 },
  cheeks: { rings: UNLIKE.cheeks.rings, x: 180, y: 60, radius: 25 },
  lids: { rings: EYE_OPENINGS.map(({ rim }) => rim), x: 60, y: 180, radius: 16 },
  lips: { rings: [FACE.lipsOuter], x: 180, y: 180, radius: 25 },
  inside: { rings: [FACE.lipsInner], x: 180, y: 180, radius: 8 },
} as const
const region: FaceRegionGeometry = {
  area: { left: 0, top: 0, width: SIDE, height: SIDE },
  scale: 1,
  width: SIDE,
  height: SIDE,
  faceWidth: 200,
  points: Array.from({ length: 478 }, () => ({ x: 0, y: 0 })),
  up: { x: 0, y: -1 },
}
for (const { rings, x, y, radius } of Object.values(PARTS)) {
  for (const ring of rings) {
    const around = [...new Set<number>(ring)]
    for (const [n, at] of around.entries()) {
      const angle = (2 * Math.PI * n) / around.length
      region.points[at] = { x: x + radius * Math.cos(angle), y: y + radius * Math.sin(angle) }
    }
  }
}

/** How far a donor that differs by a plane still does at a pixel. */
function kept(apart: Float32Array, skin = 0, axis: 'l' | 'a' | 'b' = 'l') {
  return withArena(() => {
    const own = { l: even(60), a: even(15), b: even(15) }
    const lab = { l: even(60), a: even(15), b: even(15) }
    lab[axis] = plane((x, y) => own[axis][y * SIDE + x]! + apart[y * SIDE + x]!)
    limitUnlike(lab, own, even(skin), region)
    return (x: number, y: number) => lab[axis][y * SIDE + x]! - own[axis][y * SIDE + x]!
  })
}
const stains = (by: number) => even(by)
/** Lines two pixels wide, through the middle of every part. */
const lines = (by: number) => plane((x) => (x % 60 < 2 && x % 120 > 2 ? by : 0))

test.each([
  ['nose', 60, 60, 0],
  ['cheek', 180, 60, 0],
  ['other skin', 120, 120, 1],
  ['lips', PARTS.lips.x + 18, PARTS.lips.y, 0],
] as const)(
  'on a %s stains differ by one unit of lightness and a half of colour',
  (_, x, y, skin) => {
    expect(kept(stains(-20), skin)(x, y)).toBeCloseTo(-1, 1)
    expect(kept(stains(20), skin)(x, y)).toBeCloseTo(1, 1)
    expect(kept(stains(-20), skin, 'a')(x, y)).toBeCloseTo(-0.5, 1)
    expect(kept(stains(-20), skin, 'b')(x, y)).toBeCloseTo(-0.5, 1)
  },
)

test('lines, such as strands and folds, differ by two units', () => {
  for (const x of [60, 180]) {
    expect(kept(lines(-30))(x, 60)).toBeLessThan(-1)
    expect(kept(lines(-30))(x, 60)).toBeGreaterThan(-2.1)
  }
})

test('what is alike stays the donor’s', () => {
  expect(kept(stains(-0.2))(60, 60)).toBeCloseTo(-0.2, 1)
  expect(kept(lines(-0.3))(60, 60)).toBeLessThan(-0.2)
})

test('lids differ by six units, and what is inside eyes and mouth, and no skin, stays', () => {
  const { lids, lips } = PARTS
  expect(kept(stains(-30))(lids.x + 19, lids.y)).toBeGreaterThan(-12)
  expect(kept(stains(-30))(lids.x + 19, lids.y)).toBeLessThan(-5.5)
  expect(kept(stains(-30))(lids.x, lids.y)).toBeCloseTo(-30, 3)
  expect(kept(stains(-30))(lips.x, lips.y)).toBeCloseTo(-30, 1)
  expect(kept(stains(-20))(120, 120)).toBe(-20)
})
