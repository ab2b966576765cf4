import { expect, test } from 'vitest'
import { FEATURE_WARPS } from '../../../../engine/effects/face-reshape/feature-warps.ts'
import type { FeatureName } from '../../../../engine/effects/face-reshape/features.ts'
import type { FacePoint } from '../../../../engine/face/warp/face-frame.ts'
import type { NormalisedFace } from '../../../../engine/face/warp/normalised-face.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

// Faces that no sample shows: a head so raised, or a mouth so open, that there is hardly room to move anything in, or
// much more than usual.

/** A face of a few landmarks, all others in the middle of the mouth. */
function faceWith(points: Partial<Record<keyof typeof FACE, FacePoint>>): NormalisedFace {
  const landmarks = Array.from({ length: 478 }, () => ({ u: 0, v: 1.3 }))
  const usual: typeof points = {
    noseTop: { u: 0, v: 0 },
    noseTip: { u: 0, v: 0.7 },
    noseBase: { u: 0, v: 0.9 },
    leftNoseWing: { u: 0.3, v: 0.8 },
    rightNoseWing: { u: -0.3, v: 0.8 },
    leftMouthCorner: { u: 0.4, v: 1.3 },
    rightMouthCorner: { u: -0.4, v: 1.3 },
    upperLipTop: { u: 0, v: 1.2 },
    lowerLipBottom: { u: 0, v: 1.4 },
    chin: { u: 0, v: 2 },
  }
  for (const [name, point] of Object.entries({ ...usual, ...points })) {
    landmarks[FACE[name as 'chin']] = point
  }
  const eye = { centre: { u: 0.5, v: 0 }, halfWidth: 0.22, halfOpening: 0.05 }
  const eyes = { left: eye, right: { ...eye, centre: { u: -0.5, v: 0 } } }
  return { landmarks, eyes } as NormalisedFace
}

/** How far a feature at full strength moves a point. */
function shift(feature: FeatureName, face: NormalisedFace, u: number, v: number): number {
  const sum = { u: 0, v: 0 }
  for (const warp of FEATURE_WARPS[feature]({ left: 1, right: 1 }, face)) warp(u, v, sum)
  return Math.hypot(sum.u, sum.v)
}

test('a mouth close below the nose moves as if 0.1 eye distances were between them', () => {
  const face = faceWith({ noseBase: { u: 0, v: 1.17 } })
  const end = 1.2 - 0.1 * 1.25
  expect(shift('lip_size', face, 0, end + 0.005)).toBeGreaterThan(0)
  expect(shift('lip_size', face, 0, end - 0.005)).toBe(0)
})

test('a mouth open down to the chin moves as if 0.2 eye distances were below it', () => {
  const face = faceWith({ chin: { u: 0, v: 1.45 } })
  const end = 1.4 + 0.2 * 0.75
  expect(shift('lip_size', face, 0, end - 0.008)).toBeGreaterThan(0)
  expect(shift('lip_size', face, 0, end + 0.008)).toBe(0)
})

test('a nose close below the lids moves as if 0.25 eye distances were between them', () => {
  const wings = { leftNoseWing: { u: 0.3, v: 0.2 }, rightNoseWing: { u: -0.3, v: 0.2 } }
  const face = faceWith({ ...wings, noseBase: { u: 0, v: 0.3 } })
  expect(shift('nose_lift', face, 0, 0.2 - 0.24)).toBeGreaterThan(0)
  expect(shift('nose_lift', face, 0, 0.2 - 0.26)).toBe(0)
})

test('a nose close above the lips is scaled down to 0.32 eye distances below its middle', () => {
  const face = faceWith({ upperLipTop: { u: 0, v: 1 } })
  expect(shift('nose_size', face, 0, 0.72 + 0.31)).toBeGreaterThan(0)
  expect(shift('nose_size', face, 0, 0.72 + 0.33)).toBe(0)
})

test('the tip of a nose far above the lips is scaled within 1.35 half widths of the nose', () => {
  const face = faceWith({ upperLipTop: { u: 0, v: 1.25 } })
  expect(shift('nose_tip', face, 0, 0.7 + 0.3 * 1.33)).toBeGreaterThan(0)
  expect(shift('nose_tip', face, 0, 0.7 + 0.3 * 1.37)).toBe(0)
})

test('a bridge close to an eye is narrowed as if its corner were 0.12 eye distances away', () => {
  const face = faceWith({ noseTop: { u: 0.28, v: 0 }, noseTip: { u: 0.28, v: 0.7 } })
  expect(shift('nose_bridge_width', face, 0.28 + 0.115, -0.05)).toBeGreaterThan(0)
  expect(shift('nose_bridge_width', face, 0.28 + 0.125, -0.05)).toBe(0)
})

test.each([
  ['thin', 0.04, 0.03],
  ['usual', 0.1, 0.05],
  ['full', 0.2, 0.06],
])('the peaks of a %s upper lip rise within limits', (_, height, rise) => {
  const face = faceWith({ upperLipBottom: { u: 0, v: 1.2 + height } })
  face.landmarks[37] = { u: -0.2, v: 1.2 }
  face.landmarks[267] = { u: 0.2, v: 1.2 }
  expect(shift('lip_peak', face, 0.2, 1.2)).toBeCloseTo(rise, 3)
})
