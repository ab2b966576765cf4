import { expect, test } from 'vitest'
import type { Motion } from '../../../../engine/effects/face-swap/feature-motion.ts'
import { fitFeatures } from '../../../../engine/effects/face-swap/fit-features.ts'
import { EYE_OPENINGS } from '../../../../engine/effects/face-swap/openings.ts'
import { PROPORTIONS } from '../../../../engine/effects/face-swap/tuning.ts'
import { distance, meanPoint, type Point } from '../../../../engine/geometry/point.ts'
import { FACE, type FaceLandmark } from '../../../../engine/vision/faces/face.ts'
import { target } from './sitters.ts'

const { landmarks } = target.face
const width = distance(landmarks[FACE.rightTemple]!, landmarks[FACE.leftTemple]!)
const NOSE = [1, 2, 4, 5, 19, 48, 49, 94, 97, 98, 129, 195, 197, 198, 236].concat([
  278, 279, 326, 327, 358, 420, 456,
])

/** The landmarks of an eye and the folds around it. */
const LEFT_EYE = [359, 467, 260, 259, 257, 258, 286, 414, 463, 341, 256, 252, 253, 254, 339, 255]
const RIGHT_EYE = [130, 247, 30, 29, 27, 28, 56, 190, 243, 112, 26, 22, 23, 24, 110, 25]
const BROWS = [FACE.leftBrowTop, FACE.leftBrowBottom, FACE.rightBrowTop, FACE.rightBrowBottom]

/** A donor that differs from the target by these landmarks, moved to other places. */
function donorWith(indices: readonly number[], move: (p: FaceLandmark) => Point): FaceLandmark[] {
  const moved = new Set(indices)
  return landmarks.map((p, i) => (moved.has(i) ? { ...p, ...move(p) } : p))
}

function motionsTo(donor: readonly FaceLandmark[]): Record<string, Motion> {
  const [leftEye, rightEye, leftBrow, rightBrow, nose, mouth] = fitFeatures(landmarks, donor)
  return {
    leftEye: leftEye!,
    rightEye: rightEye!,
    leftBrow: leftBrow!,
    rightBrow: rightBrow!,
    nose: nose!,
    mouth: mouth!,
  }
}

/** A donor with some landmarks moved across and down the face by these widths of it. */
const shifted = (indices: readonly number[], across: number, down: number) =>
  motionsTo(donorWith(indices, ({ x, y }) => ({ x: x + across * width, y: y + down * width })))

/** A donor in which some landmarks are so many times as wide and as high. */
const stretched = (indices: readonly number[], wide: number, high: number) => {
  const middle = meanPoint(indices.map((i) => landmarks[i]!))
  return motionsTo(
    donorWith(indices, ({ x, y }) => ({
      x: middle.x + wide * (x - middle.x),
      y: middle.y + high * (y - middle.y),
    })),
  )
}

test('a face stays as it is under a donor of its own proportions, turned, tilted and larger', () => {
  const [cos, sin] = [Math.cos(0.2), Math.sin(0.2)]
  const turned = landmarks.map(({ x, y, z }) => {
    const [u, depth] = [cos * x + sin * z, cos * z - sin * x]
    return { x: 2 * (cos * u - sin * y), y: 2 * (sin * u + cos * y), z: 2 * depth }
  })
  for (const { shift, bend } of fitFeatures(landmarks, turned)) {
    for (const value of [shift.x, shift.y, ...bend]) expect(value).toBeCloseTo(0, 6)
  }
})

test('features go where the donor has them, but by less than the most', () => {
  expect(shifted(NOSE, 0, 0.01).nose!.shift.y).toBeGreaterThan(0.008)
  expect(shifted(NOSE, 0, 0.01).nose!.shift.y).toBeLessThan(0.01)
  expect(shifted(NOSE, 0, 0.3).nose!.shift.y).toBeGreaterThan(0.9 * PROPORTIONS.shift)
  expect(shifted(NOSE, 0, 0.3).nose!.shift.y).toBeLessThan(PROPORTIONS.shift)
})

test('both halves of a face move alike', () => {
  const apart = motionsTo(
    landmarks.map((p, i) => {
      const side = Number(LEFT_EYE.includes(i)) - Number(RIGHT_EYE.includes(i))
      return { ...p, x: p.x + 0.01 * side * width }
    }),
  )
  expect(apart.leftEye!.shift.x).toBeGreaterThan(0.008)
  expect(apart.rightEye!.shift.x).toBeCloseTo(-apart.leftEye!.shift.x, 6)
  const oneLower = shifted(LEFT_EYE, 0, 0.02)
  expect(oneLower.leftEye!.shift.y).toBeGreaterThan(0.006)
  expect(oneLower.leftEye!.shift.y).toBeLessThan(0.01)
  expect(oneLower.rightEye!.shift.y).toBeCloseTo(oneLower.leftEye!.shift.y, 6)
  expect(shifted(NOSE, 0.02, 0).nose!.shift.x).toBeCloseTo(0, 6)
})

test('brows are turned and stretched as the donor’s, but by less than the most', () => {
  const steeper = (by: number) =>
    motionsTo(
      landmarks.map((p, i) => {
        const side = BROWS.findIndex((row) => (row as readonly number[]).includes(i))
        if (side < 0) return p
        return { ...p, y: p.y - by * (side < 2 ? 1 : -1) * (p.x - landmarks[FACE.noseTop]!.x) }
      }),
    )
  expect(steeper(0.05).leftBrow!.bend[2]).toBeLessThan(-0.03)
  expect(steeper(0.05).leftBrow!.bend[2]).toBeGreaterThan(-0.05)
  expect(steeper(0.05).rightBrow!.bend[2]).toBeGreaterThan(0.03)
  expect(steeper(0.6).leftBrow!.bend[2]).toBeGreaterThan(-Math.SQRT2 * PROPORTIONS.bend)
  expect(steeper(0.6).leftBrow!.bend[2]).toBeLessThan(-0.9 * PROPORTIONS.bend)
})

test('a thin feature does not become thicker by much', () => {
  const [left, right] = [BROWS.slice(0, 2).flat(), BROWS.slice(2).flat()]
  const donor = landmarks.map((p, i) => {
    const brow = [left, right].find((ring) => ring.includes(i as never))
    if (!brow) return p
    const middle = meanPoint(brow.map((k) => landmarks[k]!))
    return { ...p, y: middle.y + 1.06 * (p.y - middle.y) }
  })
  expect(motionsTo(donor).leftBrow!.bend[3]).toBeGreaterThan(0.02)
  expect(motionsTo(donor).leftBrow!.bend[3]).toBeLessThan(0.045)
})

test('eyes become larger, and stay round', () => {
  const { bend } = stretched([...LEFT_EYE, ...RIGHT_EYE], 1, 1.2).leftEye!
  expect(bend[0]).toBeGreaterThan(0.01)
  expect(bend[3]).toBe(bend[0])
  expect(bend[1]).toBe(-bend[2])
})

test('eyes keep their size where the lids of one of the two are shut', () => {
  const shut = (times: number) => {
    const all = [...landmarks]
    for (const [eye, { rim }] of EYE_OPENINGS.entries()) {
      for (const i of [...rim, ...(eye === 0 ? LEFT_EYE : RIGHT_EYE)]) {
        const middle = meanPoint(rim.map((k) => landmarks[k]!))
        all[i] = { ...landmarks[i]!, y: middle.y + times * (landmarks[i]!.y - middle.y) }
      }
    }
    return motionsTo(all).leftEye!.bend
  }
  expect(shut(0.9)[0]).toBeLessThan(-0.005)
  expect(shut(0.4).map(Math.abs)).toEqual([0, 0, 0, 0])
})

const MOUTH = [...FACE.lipsOuter, ...FACE.lipsInner]
const mouthWidth = distance(landmarks[FACE.leftMouthCorner]!, landmarks[FACE.rightMouthCorner]!)
const LOWER = [95, 88, 178, 87, 14, 317, 402, 318, 324, 146, 91, 181, 84, 17, 314, 405, 321, 375]
const CORNERS = [61, 78, 291, 308]

test('a mouth is stretched as the donor’s where both are calm, and not where one laughs', () => {
  expect(stretched(MOUTH, 1.06, 1).mouth!.bend[0]).toBeGreaterThan(0.03)
  const opened = (share: number) => shifted(LOWER, 0, (share * mouthWidth) / width).mouth!.bend
  expect(opened(0.018)[3]).toBeGreaterThan(0.01)
  expect(opened(0.105)[3]).toBeCloseTo(0, 6)
  const lifted = (share: number) => {
    const donor = donorWith([...MOUTH], ({ x, y }) => ({ x: x * 1.06, y }))
    for (const i of CORNERS) donor[i] = { ...donor[i]!, y: donor[i]!.y - share * mouthWidth }
    return motionsTo(donor).mouth!.bend[0]
  }
  expect(lifted(0.028)).toBeGreaterThan(0.015)
  expect(lifted(0.12)).toBeCloseTo(0, 6)
})
