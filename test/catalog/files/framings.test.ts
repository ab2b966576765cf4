import { describe, expect, test } from 'vitest'
import type { Framing } from '../../../catalog/files/file-rule.ts'
import {
  CLOSE_UP,
  EARRING_FRAMING,
  HAIR,
  LIFTED_FACE,
  NECK,
  PORTRAIT,
  RESHAPED_FACE,
  STANDING,
  WORN_HAIR,
  WRIST,
} from '../../../catalog/files/framings.ts'
import { cropToTarget, isFramed } from '../../../engine/prepare/crop-to-target.ts'

const FRAMINGS = {
  EARRING_FRAMING,
  CLOSE_UP,
  HAIR,
  LIFTED_FACE,
  NECK,
  PORTRAIT,
  RESHAPED_FACE,
  STANDING,
  WORN_HAIR,
  WRIST,
}

/** A picture of 1,000 pixels each way shows a target of this width, and as high. */
function shown(framing: Framing, width: number, side = 1000): boolean {
  const target = { left: 300, top: 300, width, height: width }
  return isFramed({ width: side, height: side }, target, framing)
}

// What the service's documents, or we where they say nothing, ask of a target: of a thousand pixels.
test.each([
  ['CLOSE_UP', 600],
  ['PORTRAIT', 100],
  ['EARRING_FRAMING', 150],
  ['NECK', 300],
  ['HAIR', 140],
  ['WORN_HAIR', 125],
  ['WRIST', 150],
  ['RESHAPED_FACE', 50],
  ['LIFTED_FACE', 50],
  ['STANDING', 250],
] as const)('%s wants more than %i of a thousand pixels', (name, least) => {
  const framing: Framing = FRAMINGS[name]
  // At ten thousand pixels a least number of pixels decides nothing.
  expect(shown(framing, 10 * least, 10_000)).toBe(false)
  expect(shown(framing, 10 * least + 1, 10_000)).toBe(true)
})

test.each([
  ['PORTRAIT', 100],
  ['HAIR', 128],
  ['WORN_HAIR', 128],
] as const)('%s wants %i pixels, however small the picture is', (name, pixels) => {
  expect(shown(FRAMINGS[name], pixels - 1, pixels)).toBe(false)
  expect(shown(FRAMINGS[name], pixels, pixels)).toBe(true)
})

describe('a crop', () => {
  const source = { width: 20_000, height: 20_000 }
  const target = { left: 9_000, top: 9_000, width: 1_000, height: 1_000 }

  // The share of the width that the target gets, and how far the crop reaches above and below it, in its heights.
  test.each([
    ['CLOSE_UP', 0.68, 0.4, 0.35],
    ['PORTRAIT', 0.4, 0.4, 0.35],
    ['EARRING_FRAMING', 0.4, 0.4, 1],
    ['NECK', 0.42, 0.4, 1.8],
    ['HAIR', 0.25, 0.8, 1.1],
    ['WORN_HAIR', 0.25, 0.8, 2.2],
    ['WRIST', 0.4, 1, 1],
    ['RESHAPED_FACE', 0.25, 0.8, 0.8],
    ['LIFTED_FACE', 0.25, 0.8, 0.8],
    ['STANDING', 0.45, 0.12, 0.08],
  ] as const)('by %s', (name, share, above, below) => {
    const { left, top, width, height } = cropToTarget(source, target, FRAMINGS[name])
    expect(width).toBe(Math.round(1_000 / share))
    expect(left).toBe(Math.round(9_500 - width / 2))
    expect([top, height]).toEqual([9_000 - 1_000 * above, Math.round(1_000 * (1 + above + below))])
    expect(share).toBeGreaterThan(FRAMINGS[name].minWidth)
  })
})
