import { describe, expect, test } from 'vitest'
import { liftWarps } from '../../../../engine/effects/face-lift/lift-warps.ts'
import type { NormalisedFace } from '../../../../engine/face/warp/normalised-face.ts'
import { FACE } from '../../../../engine/vision/faces/face.ts'

/** How far the corners of a mouth rise at full strength that lie so far below the line between the lips. */
function rise(droop: number): number {
  const landmarks = Array.from({ length: 478 }, () => ({ u: 0, v: 0 }))
  landmarks[FACE.leftMouthCorner] = { u: 0.4, v: 1 + droop }
  landmarks[FACE.rightMouthCorner] = { u: -0.4, v: 1 + droop }
  landmarks[FACE.upperLipBottom] = { u: 0, v: 0.95 }
  landmarks[FACE.lowerLipTop] = { u: 0, v: 1.05 }
  const only = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 1 }
  const sum = { u: 0, v: 0 }
  for (const warp of liftWarps(only, { landmarks } as NormalisedFace)) warp(0.4, 1 + droop, sum)
  return -sum.v
}

test.each([
  ['that droop, as far as they droop and a little more', 0.03, 0.05],
  ['that droop much, no further than the most', 0.2, 0.065],
  ['that lie level, a little', 0, 0.02],
  ['of a smile, hardly', -0.1, 0.012],
])('corners of a mouth %s', (_, droop, by) => {
  expect(rise(droop)).toBeCloseTo(by, 3)
})

describe('of a face that looks far up or down', () => {
  /** How far a lift of one part at full strength moves a point. */
  function shift(part: 'cheek' | 'forehead', face: NormalisedFace, u: number, v: number): number {
    const none = { eye_bag: 0, cheek: 0, forehead: 0, shape: 0, mouth: 0 }
    const sum = { u: 0, v: 0 }
    for (const warp of liftWarps({ ...none, [part]: 1 }, face)) warp(u, v, sum)
    return Math.abs(sum.v)
  }

  test('a cheek close below the eye is lifted up to 0.25 eye distances above itself', () => {
    const landmarks = Array.from({ length: 478 }, () => ({ u: 0.5, v: 1 }))
    landmarks[FACE.rightCheek] = { u: -9, v: 9 }
    const eye = { centre: { u: 0.5, v: 0.9 }, halfOpening: 0.05 }
    const face = { landmarks, eyes: { left: eye, right: eye } } as NormalisedFace
    expect(shift('cheek', face, 0.5, 1)).toBeCloseTo(0.085, 3)
    expect(shift('cheek', face, 0.5, 0.76)).toBeGreaterThan(0)
    expect(shift('cheek', face, 0.5, 0.74)).toBe(0)
  })

  test('a brow close below the top of the forehead is lifted with 0.4 eye distances above it', () => {
    const landmarks = Array.from({ length: 478 }, () => ({ u: 0.5, v: 0 }))
    landmarks[FACE.foreheadTop] = { u: 0, v: -0.2 }
    const face = { landmarks } as NormalisedFace
    expect(shift('forehead', face, 0.58, 0)).toBeGreaterThan(0.05)
    expect(shift('forehead', face, 0.58, -0.39)).toBeGreaterThan(0)
    expect(shift('forehead', face, 0.58, -0.41)).toBe(0)
  })
})
