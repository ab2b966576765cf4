import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { log } from '../../functions/log.ts'
import { type MachineRoom, openMachineRoom } from './machine.ts'
import { shrink } from './shrink.ts'
import { simulate } from './simulate.ts'
import { VARIANTS } from './variants.ts'
import type { Variant } from './world.ts'

/** `faults.long.test.ts` and `npm run faults -- --seeds 2000` try more. */
const SEEDS = 300
/** A broken rule that so many seeds cannot find is not found. */
const SEEDS_PER_VARIANT = 300

let room: MachineRoom
beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue()
  room = openMachineRoom()
})
afterAll(() => room.close())

/** The first seed that breaks something, said in words `as` these. */
async function firstBroken(seeds: number, variant?: Variant, as = /./) {
  for (let seed = 1; seed <= seeds; seed++) {
    const run = await simulate(seed, { room, variant })
    if (as.test(run.broken.join('\n'))) return { seed, run }
  }
  return undefined
}

test(`${SEEDS} seeds of faults break nothing`, { timeout: 900_000 }, async () => {
  const found = await firstBroken(SEEDS)
  expect(found && { seed: found.seed, broken: found.run.broken }).toBeUndefined()
})

test('the same seed gives the same run', async () => {
  const [one, other] = [await simulate(7, { room }), await simulate(7, { room })]
  expect(one.struck.length).toBeGreaterThan(0)
  expect(other).toEqual(one)
})

describe('a broken rule is noticed', () => {
  const expected: Record<keyof typeof VARIANTS, RegExp> = {
    'the token is stored after the task was created': /^(wake|3):/,
    'a state that is tried again waits under its first token': /^wake:/,
    'nobody knows what URLs were made of': /^urls: .* had ended/,
    'the execution has a random name': /^1:/,
    'an ending is overwritten': /^2: .* ended as/,
    'the newest version is hashed': /^hash: .* names /,
    'a write is known by its bytes alone': /^7:/,
    'an outcome is overwritten': /^2: .* was concluded as/,
    'parked files are forgotten': /^6: .* is lost: parked/,
    'the budget is looked at first and drawn on later': /^budget: .* units/,
    'preparing again gives other bytes': /^prepared: .* was written as/,
    'a stopped engine is taken for damage': /^damage:/,
    'nothing is tried again': /^mild:/,
    'nothing has a timeout': /^4:/,
  }
  test.each(Object.entries(VARIANTS))('%s', { timeout: 600_000 }, async (name, variant) => {
    const said = new RegExp(expected[name as keyof typeof VARIANTS].source, 'm')
    expect(await firstBroken(SEEDS_PER_VARIANT, variant, said)).toBeDefined()
  })
})

test('a failure shrinks to the faults that cause it', { timeout: 600_000 }, async () => {
  const variant = VARIANTS['nothing has a timeout']
  const found = await firstBroken(SEEDS_PER_VARIANT, variant)
  if (!found) throw new Error('No seed breaks the variant.')
  const { seed, run } = found
  const small = await shrink(run, (only) => simulate(seed, { room, variant, only }))
  expect(small.broken).not.toEqual([])
  expect(small.struck.length).toBeLessThanOrEqual(3)
})
