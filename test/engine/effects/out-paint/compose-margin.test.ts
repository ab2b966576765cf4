import { expect, test } from 'vitest'
import type { CalmBase } from '../../../../engine/effects/out-paint/calm-base.ts'
import { composeMargin } from '../../../../engine/effects/out-paint/compose-margin.ts'
import { KNOWN, type Level, TARGET } from '../../../../engine/fill/level.ts'
import { createMatches } from '../../../../engine/fill/patch-match.ts'

const SIZE = { width: 260, height: 200 }
const INSIDE = { left: 60, top: 0, width: 200, height: 200 }
const COUNT = SIZE.width * SIZE.height
const GREY = 120

/** A level of one grey, whose margin at the left was filled with patches of which some are lighter: a stripe. */
function stripedLevel(): Level {
  const state = new Uint8Array(COUNT).fill(KNOWN)
  const rgb = new Uint8ClampedArray(3 * COUNT).fill(GREY)
  for (let i = 0; i < COUNT; i++) {
    const x = i % SIZE.width
    if (x < INSIDE.left) state[i] = TARGET
    if (x >= 22 && x < 38) rgb.fill(GREY + 6, 3 * i, 3 * i + 3)
  }
  return { ...SIZE, scale: 1, rgb, state, confidence: new Float32Array(COUNT).fill(1) }
}

/** By how many levels the stripe shows where patches fit and vary so much, and how much of the margin is calm. */
function stripeAt(variance: number): { stripe: number; calmed: number } {
  const level = stripedLevel()
  const matches = createMatches(level, 400, Number.POSITIVE_INFINITY)
  matches.match.fill(100 * SIZE.width + 160)
  const plane = (value: number): Float32Array => new Float32Array(COUNT).fill(value)
  const base: CalmBase = {
    rgb: [plane(GREY), plane(GREY), plane(GREY)],
    variance: plane(variance),
    guarded: plane(0),
    stationary: plane(1),
  }
  const { rgb, calmed } = composeMargin(level, level.state.slice(), matches, base, INSIDE, true)
  return { stripe: rgb[1]![100 * SIZE.width + 30]! - GREY, calmed: calmed.left }
}

test('a smooth surface shows no patches that are lighter, a texture does, and neither is called calm', () => {
  const [smooth, texture] = [stripeAt(6), stripeAt(14)]
  expect(smooth.stripe).toBeLessThan(0.5)
  expect(texture.stripe).toBeGreaterThan(1.5)
  expect(smooth.calmed).toBe(0)
  expect(texture.calmed).toBe(0)
})
