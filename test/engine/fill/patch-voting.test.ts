import { describe, expect, test } from 'vitest'
import { type Level, TARGET } from '../../../engine/fill/level.ts'
import { onionPeel } from '../../../engine/fill/onion-peel.ts'
import { createMatches, type Matches } from '../../../engine/fill/patch-match.ts'
import { voteColours, votedColour } from '../../../engine/fill/patch-voting.ts'
import { COST_TOLERANCE, PATCH_VOTING_TOLERANCE } from '../../../engine/fill/tuning.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'
import { HEIGHT, matchedLevel, targets, WIDTH } from './matched-level.ts'

/** Distinct levels everywhere, so that a wrong source pixel shows. */
const levelAt = (x: number, y: number) => (7 * x + 31 * y) % 251

/** Sharp votes as the formulas have them. */
function votedPlainly({ rgb, state, confidence }: Level, m: Matches, step: number) {
  const out = rgb.slice()
  for (let p = 0; p < state.length; p++) {
    if (state[p] !== TARGET) continue
    const [x, y] = [p % WIDTH, Math.floor(p / WIDTH)]
    const slots: number[] = []
    for (let yy = Math.max(0, y - 3); yy <= Math.min(HEIGHT - 1, y + 3); yy += step) {
      for (let xx = Math.max(0, x - 3); xx <= Math.min(WIDTH - 1, x + 3); xx += step) {
        const slot = m.slot[yy * WIDTH + xx]!
        if (slot >= 0 && m.match[slot]! >= 0) slots.push(slot)
      }
    }
    if (slots.length === 0) continue
    const best = Math.min(...slots.map((slot) => m.cost[slot]!))
    const scale = Math.max(PATCH_VOTING_TOLERANCE.sharp, COST_TOLERANCE * best)
    const sums = [0, 0, 0, 0]
    for (const slot of slots) {
      const excess = m.cost[slot]! - best
      if (excess > 4 * scale) continue
      const square = (scale / (scale + excess)) ** 2
      const weight = square * square * confidence[m.pixels[slot]!]!
      const q = 3 * (m.match[slot]! + p - m.pixels[slot]!)
      for (let c = 0; c < 3; c++) sums[c] = sums[c]! + weight * rgb[q + c]!
      sums[3] = sums[3]! + weight
    }
    for (let c = 0; c < 3; c++) out[3 * p + c] = sums[c]! / sums[3]!
  }
  return out
}

describe('a vote', () => {
  test.each([true, false])('of patches that agree copies what they match (sharp: %s)', (sharp) => {
    const { level, matches } = matchedLevel(levelAt)
    const before = level.rgb.slice()
    voteColours(level, matches, sharp)
    for (const { i, x, y } of targets()) expect(level.rgb[3 * i]).toBe(levelAt(x + 20, y))
    for (let i = 0; i < WIDTH * HEIGHT; i++) {
      if (level.state[i] === 0) expect(level.rgb[3 * i]).toBe(before[3 * i])
    }
  })

  test('leaves out a patch whose cost is no number', () => {
    const { level, matches } = matchedLevel(levelAt)
    const slot = matches.pixels.findIndex((p) => level.state[p] === TARGET)
    matches.cost[slot] = Number.NaN
    voteColours(level, matches, true)
    for (const { i, x, y } of targets()) expect(level.rgb[3 * i]).toBe(levelAt(x + 20, y))
  })

  test.each([1, 2])('is the mean that a plain loop gives, of every %i patches', (step) => {
    const { level } = matchedLevel(levelAt)
    const random = seededRandom(3)
    // The target reaches a corner of the level.
    for (let y = 0; y < 9; y++) for (let x = 0; x < 9; x++) level.state[y * WIDTH + x] = TARGET
    onionPeel(level)
    const m = createMatches(level, 100, Number.POSITIVE_INFINITY)
    for (let k = 0; k < m.pixels.length; k++) {
      m.match[k] = random() < 0.1 ? -1 : (30 + Math.floor(6 * random())) * WIDTH + 40
      m.cost[k] = 400 * random()
    }
    const before = { ...level, rgb: level.rgb.slice() }
    voteColours(level, m, true, step)
    expect(level.rgb).toEqual(votedPlainly(before, m, step))
  })

  test('asks only some patches with a step, which propose the same where all agree', () => {
    const { level, matches } = matchedLevel(levelAt)
    voteColours(level, matches, true, 2)
    for (const { i, x, y } of targets()) expect(level.rgb[3 * i]).toBe(levelAt(x + 20, y))
  })

  test('is won by good matches when it is sharp, and shared when it is blended', () => {
    // Columns from 40 on are light. Even slots match there, at a cost; odd slots match dark pixels at none.
    const { level, matches } = matchedLevel((x) => (x >= 37 ? 200 : 100))
    for (let k = 0; k < matches.pixels.length; k++) {
      if (k % 2 === 1) matches.match[k] = matches.pixels[k]! - 16
      else matches.cost[k] = 60
    }
    const centre = 20 * WIDTH + 25
    const sharp = votedColour(level, matches, centre)![0]
    expect(sharp).toBe(100)
    voteColours(level, matches, false)
    const blended = level.rgb[3 * centre]!
    // A proposal that is worse by the tolerance, 60 squared levels, weighs a sixteenth.
    expect(blended).toBeGreaterThanOrEqual(104)
    expect(blended).toBeLessThanOrEqual(109)
  })

  test('weighs patches near the known pixels more', () => {
    const { level, matches } = matchedLevel((x) => (x >= 37 ? 200 : 100))
    const centre = 20 * WIDTH + 25
    // Two patches cover the centre, one of them deep in the target.
    matches.match.fill(-1)
    const [deep, shallow] = [centre, centre - 3]
    matches.match[matches.slot[deep]!] = deep + 20
    matches.match[matches.slot[shallow]!] = shallow - 12
    const [own, other] = [level.confidence[deep]!, level.confidence[shallow]!]
    expect(other).toBeGreaterThan(own)
    const voted = votedColour(level, matches, centre)!
    expect(voted[0]).toBeCloseTo((200 * own + 100 * other) / (own + other), 6)
  })

  test('leaves a pixel that no matched patch covers', () => {
    const { level, matches } = matchedLevel(levelAt)
    matches.match.fill(-1)
    const before = level.rgb.slice()
    voteColours(level, matches, true)
    expect(level.rgb).toEqual(before)
    expect(votedColour(level, matches, 20 * WIDTH + 25)).toBeUndefined()
  })

  test('tells of a known pixel what the patches over it propose', () => {
    const { level, matches } = matchedLevel(levelAt)
    const beside = 20 * WIDTH + 19
    expect(level.state[beside]).toBe(0)
    const voted = votedColour(level, matches, beside)!
    for (const value of voted) expect(value).toBeCloseTo(levelAt(39, 20), 6)
  })
})
