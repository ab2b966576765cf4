import { beforeAll, describe, expect, test, vi } from 'vitest'
import { log } from '../../../functions/log.ts'
import { fewOrAll } from '../../setup/sampled.ts'
import { simulateWorkers } from './simulate-workers.ts'
import { WORKERS_VARIANTS } from './variants.ts'
import type { WorkersVariant } from './world.ts'

/** `npm run faults -- --seeds 2000` tries more. */
const SEEDS = fewOrAll(60, 500)
/** A broken rule that so many seeds cannot find is not found. */
const SEEDS_PER_VARIANT = 3000
const LONG = { timeout: 300_000 }

beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue()
})

/** The first seed that breaks something, said in words `as` these. */
async function firstBroken(seeds: number, variant?: WorkersVariant, as = /./) {
  for (let seed = 1; seed <= seeds; seed++) {
    const { broken } = await simulateWorkers(seed, variant && { variant })
    if (as.test(broken.join('\n'))) return { seed, broken }
  }
  return undefined
}

test(`several workers at one task break nothing under ${SEEDS} seeds of faults`, LONG, async () => {
  expect(await firstBroken(SEEDS)).toBeUndefined()
})

test('the same seed gives the same run', async () => {
  const [one, other] = [await simulateWorkers(7), await simulateWorkers(7)]
  expect(one.struck.length).toBeGreaterThan(0)
  expect(other).toEqual(one)
})

describe('a broken rule is noticed', () => {
  const expected: Record<keyof typeof WORKERS_VARIANTS, RegExp> = {
    'a lease is taken that another worker holds': /^lease: .* were at /m,
    'a worker writes without its lease': /^fence: /m,
    'a call of a generator is not listed before it is made': /^generator: .* tells /m,
    'what a generator calls a call is not kept': /^calm: .* failed: .*lost/m,
    'what a generator calls a call is forgotten once it answered': /^calm: .* failed: .*lost/m,
    'a task that waits for an answer is not queued again': /^calm: .* failed: /m,
    'a task is given up whoever is at it': /^lease: .* was given up/m,
  }
  test.each(Object.entries(WORKERS_VARIANTS))('%s', LONG, async (name, variant) => {
    const said = expected[name as keyof typeof WORKERS_VARIANTS]
    expect(await firstBroken(SEEDS_PER_VARIANT, variant, said)).toBeDefined()
  })
})
