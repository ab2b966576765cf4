import { expect, test } from 'vitest'
import { KNOWN, type Level, TARGET } from '../../../engine/fill/level.ts'
import { onionPeel } from '../../../engine/fill/onion-peel.ts'
import {
  allocPaddedLevel,
  type PaddedLevel,
  patchDistance,
} from '../../../engine/fill/patch-distance.ts'
import {
  createMatches,
  deviationCost,
  type Matches,
  newRandomState,
  openSearch,
} from '../../../engine/fill/patch-match.ts'
import {
  DISTANCE_COST,
  INITIAL_TRIALS,
  WINDOW_GROWS,
  WINDOW_SHRINKS,
} from '../../../engine/fill/tuning.ts'
import { withArena } from '../../../engine/raster/arena.ts'
import { seededRandom } from '../../../engine/raster/seeded-random.ts'

const [WIDTH, HEIGHT] = [46, 37]
const WITHIN = 19

function noisyLevel(): Level {
  const random = seededRandom(11)
  const count = WIDTH * HEIGHT
  const rgb = new Uint8ClampedArray(3 * count)
  const state = new Uint8Array(count).fill(KNOWN)
  for (let i = 0; i < count; i++) {
    const [x, y] = [i % WIDTH, Math.floor(i / WIDTH)]
    for (let c = 0; c < 3; c++) rgb[3 * i + c] = 90 + 50 * Math.sin(x / (2 + c)) + 40 * random()
    if (x > 17 && x < 30 && y > 9) state[i] = TARGET
  }
  const level = { width: WIDTH, height: HEIGHT, scale: 2, rgb, state }
  const peeled = { ...level, confidence: new Float32Array(count) }
  onionPeel(peeled)
  return peeled
}

/** What a match costs, told in plain words. */
function costOf(level: Level, padded: PaddedLevel, m: Matches, k: number, q: number): number {
  const p = m.pixels[k]!
  const across = Math.abs((p % WIDTH) - (q % WIDTH))
  const down = Math.abs(Math.floor(p / WIDTH) - Math.floor(q / WIDTH))
  const distance = Math.sqrt(across * across + down * down)
  if (distance > m.maxDistance) return Number.POSITIVE_INFINITY
  const way = m.distanceCost
    ? m.distanceCost.x * across + m.distanceCost.y * down
    : DISTANCE_COST * distance
  const over = m.parted && m.parted.parts[p]! * m.parted.parts[q]! < 0 ? m.parted.cost : 0
  const fixed = level.scale * way + (m.sourceCost?.[q] ?? 0) + over + deviationCost(m, k, q)
  return fixed + patchDistance(padded, k, q, Number.POSITIVE_INFINITY)
}

function sweep(
  level: Level,
  padded: PaddedLevel,
  m: Matches,
  step: 1 | -1,
  random: () => number,
): void {
  const tryMatch = (k: number, q: number): void => {
    if (m.isSource[q] !== 1 || q === m.match[k]) return
    const cost = costOf(level, padded, m, k, q)
    if (cost >= m.cost[k]!) return
    m.cost[k] = cost
    m.match[k] = q
  }
  const around = (k: number, at: number, reach: number): void => {
    const x = Math.round((at % WIDTH) + (random() * 2 - 1) * reach)
    const y = Math.round(Math.floor(at / WIDTH) + (random() * 2 - 1) * reach)
    if (x >= 0 && y >= 0 && x < WIDTH && y < HEIGHT) tryMatch(k, y * WIDTH + x)
  }
  for (let n = 0; n < m.pixels.length; n++) {
    const k = step < 0 ? m.pixels.length - 1 - n : n
    const p = m.pixels[k]!
    if (m.match[k] === -1) {
      for (let trial = 0, reach = 6; trial < INITIAL_TRIALS; trial++, reach *= WINDOW_GROWS)
        around(k, p, reach)
    }
    for (const by of [step, step * WIDTH]) {
      const beside = m.slot[p - by] ?? -1
      if (beside >= 0 && m.match[beside]! >= 0) tryMatch(k, m.match[beside]! + by)
    }
    const widest = Math.max(16, Math.min(WITHIN, m.maxDistance, WIDTH, HEIGHT))
    for (let reach = widest; reach >= 1 && m.match[k]! >= 0; reach /= WINDOW_SHRINKS)
      around(k, m.match[k]!, reach)
  }
}

const half = Int8Array.from({ length: WIDTH * HEIGHT }, (_, i) => (i < 600 ? 1 : -1))
const CASES: readonly [string, Partial<Matches>][] = [
  ['plainly', {}],
  ['near ones only', { maxDistance: 9 }],
  [
    'with all that a margin asks for',
    {
      asLively: true,
      distanceCost: { x: 0.2, y: 3 },
      parted: { parts: half, cost: 90 },
      sourceCost: Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => i % 7),
    },
  ],
]

test.each(CASES)('finds the same matches as plain loops do: %s', (_, options) => {
  const level = noisyLevel()
  const [own, plain] = [0, 1].map(() => Object.assign(createMatches(level, 80, 1e9), options))
  // What rounding leaves of a plain ground's variance.
  for (const m of [own!, plain!]) m.expected[4 * 5 + 3] = -1e-5
  withArena(() => {
    const padded = allocPaddedLevel(level, own!.pixels)
    const search = openSearch(level, padded, own!)
    const state = newRandomState()
    const random = seededRandom()
    for (const step of [1, -1, 1] as const) {
      search.sweep(step < 0, state, WITHIN)
      sweep(level, padded, plain!, step, random)
    }
    expect(own!.match).toEqual(plain!.match)
    expect(own!.cost).toEqual(plain!.cost)
    expect(new Set(own!.match).size).toBeGreaterThan(50)
    expect(own!.cost.some(Number.isNaN)).toBe(false)
    for (const m of [own!, plain!]) m.expectedConfidence.fill(0)
    search.updateCosts()
    for (let k = 0; k < plain!.cost.length; k++) {
      if (plain!.match[k]! >= 0) plain!.cost[k] = costOf(level, padded, plain!, k, plain!.match[k]!)
    }
    expect(own!.cost).toEqual(plain!.cost)
  })
})

test('leaves matches alone where there is nothing to fill', () => {
  const level = noisyLevel()
  level.state.fill(KNOWN)
  const m = createMatches(level, 80, 1e9)
  const state = newRandomState()
  withArena(() => openSearch(level, allocPaddedLevel(level, m.pixels), m).sweep(false, state, 9))
  expect(state).toEqual(newRandomState())
})
