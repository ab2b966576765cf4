import { expect, test } from 'vitest'
import { LEASE_MS, LeaseLost } from '../../../../../functions/service/core/model/lease.ts'
import { holdTask } from '../../../../../functions/service/core/worker/hold-task.ts'

/** A worker whose broker answers the n-th call after so many milliseconds, and takes renewals or not. */
async function held(answersAfter: readonly number[], isOurs = true) {
  let at = 0
  let nth = 0
  const said: string[] = []
  const answer = <Value>(verb: string, value: Value) => {
    said.push(verb)
    at += answersAfter[nth++] ?? 0
    return Promise.resolve(value)
  }
  const broker = {
    begin: () => answer('begin', 'order'),
    renew: () => answer('renew', isOurs),
    release: () => answer('release', undefined),
    giveWay: () => answer('give way', undefined),
  }
  const work = () => answer('work', undefined)
  const done = holdTask('task', work, { broker, now: () => at, every: () => () => {} })
  return { done, said }
}

test('work begins at once behind an answer that came soon', async () => {
  const { done, said } = await held([1_000])
  await done
  expect(said).toEqual(['begin', 'work'])
})

test('a lease whose answer was long on its way is renewed before the work begins', async () => {
  const { done, said } = await held([LEASE_MS + 10_000, 30_000, 100])
  await done
  expect(said).toEqual(['begin', 'renew', 'renew', 'work'])
})

test('a lease that was taken over meanwhile is left to the other worker, with nothing worked', async () => {
  const { done, said } = await held([LEASE_MS + 10_000], false)
  await expect(done).rejects.toThrow(LeaseLost)
  expect(said).toEqual(['begin', 'renew', 'give way'])
})
