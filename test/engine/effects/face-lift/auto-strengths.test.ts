import { expect, test } from 'vitest'
import { autoStrengths } from '../../../../engine/effects/face-lift/auto-strengths.ts'
import type { SofteningLayer } from '../../../../engine/effects/face-lift/softening-layers.ts'
import type { NormalisedFace } from '../../../../engine/face/warp/normalised-face.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

// Both ends of each range by landmarks and planes alone: a whole face shows one strength, somewhere between.

/** A face whose jaw is so broad, in widths at the temples, and whose corners of the mouth droop, in half its widths. */
function faceOf(jaw: number, droop: number): NormalisedFace {
  const landmarks = Array.from({ length: 478 }, () => ({ u: 0, v: 0 }))
  const pair = (left: number, right: number, half: number, v: number): void => {
    landmarks[left] = { u: half, v }
    landmarks[right] = { u: -half, v }
  }
  pair(FACE.leftTemple, FACE.rightTemple, 1, 0)
  pair(FACE.leftJaw, FACE.rightJaw, jaw, 1)
  pair(FACE.leftMouthCorner, FACE.rightMouthCorner, 0.4, 1 + 0.4 * droop)
  landmarks[FACE.upperLipBottom] = { u: 0, v: 0.9 }
  landmarks[FACE.lowerLipTop] = { u: 0, v: 1.1 }
  return { landmarks } as NormalisedFace
}

test.each([
  [0.5, 0.15],
  [0.72, 0.15],
  [0.8, 0.375],
  [0.88, 0.6],
  [1.2, 0.6],
])('a jaw of %f widths of the temples is drawn in by %f', (jaw, strength) => {
  expect(autoStrengths(faceOf(jaw, 0), []).shape).toBeCloseTo(strength)
})

test.each([
  [-0.2, 0.15],
  [0, 0.15],
  [0.075, 0.375],
  [0.15, 0.6],
  [0.5, 0.6],
])('corners of the mouth that droop by %f half widths are lifted by %f', (droop, strength) => {
  expect(autoStrengths(faceOf(0, droop), []).mouth).toBeCloseTo(strength)
})

test.each([
  ['eye_bag', 2.5],
  ['cheek', 1.2],
  ['forehead', 0.8],
  ['mouth', 0.8],
] as const)('the %s is softened most where that changes L* by %f', (part, full) => {
  const strengthAt = (mean: number): number => {
    // Half of the pixels do not change and do not count.
    const l = Float32Array.from({ length: 64 }, (_, i) => (i % 2 ? 0 : i % 4 ? mean : -mean))
    return autoStrengths(faceOf(0, 0), [{ part, change: { l } } as SofteningLayer])[part]
  }
  expect(strengthAt(0)).toBeCloseTo(0.15)
  expect(strengthAt(full / 2)).toBeCloseTo(0.375)
  expect(strengthAt(0.98 * full)).toBeLessThan(0.6)
  expect(strengthAt(full)).toBeCloseTo(0.6)
  expect(strengthAt(2 * full)).toBeCloseTo(0.6)
})

test('where a layer has an area, that says which pixels count', () => {
  const change = { l: Float32Array.from({ length: 64 }, (_, i) => (i < 32 ? 0.6 : 0)) }
  const area = new Float32Array(64).fill(1)
  const layer = { part: 'cheek', change, area } as unknown as SofteningLayer
  expect(autoStrengths(faceOf(0, 0), [layer]).cheek).toBeCloseTo(0.15 + 0.45 * 0.25)
})
