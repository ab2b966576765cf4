import { expect, test } from 'vitest'
import { createConsumerShares } from '../../../local/sqs/consumer-shares.ts'

/** Shares on a clock that stands until a test moves it. */
function standing() {
  const time = { ms: 0 }
  const shares = createConsumerShares(() => time.ms)
  let receipts = 0
  const begin = (group: string, count: number, queue = 'q'): string[] =>
    Array.from({ length: count }, () => {
      const receipt = `r${receipts++}`
      shares.began(receipt, queue, group)
      return receipt
    })
  const work = (group: string, ms: number): void => {
    const [receipt = ''] = begin(group, 1)
    time.ms += ms
    expect(shares.ended(receipt)).toBe(group)
  }
  return { shares, time, begin, work }
}

test.each([
  { mine: 30, others: 269, noisy: ['mine'] },
  { mine: 30, others: 270, noisy: [] },
  { mine: 29, others: 0, noisy: [] },
])('$mine messages in flight beside $others of others', ({ mine, others, noisy }) => {
  const { shares, begin } = standing()
  begin('mine', mine)
  for (let each = 0; each < others; each++) begin(`other-${each}`, 1)
  begin('mine', 40, 'another queue')
  expect(shares.noisy('q')).toEqual(noisy)
})

test.each([
  { ms: 100, noisy: [] },
  { ms: 101, noisy: ['mine'] },
])('$ms ms in flight beside 900 of nine others', ({ ms, noisy }) => {
  const { shares, time, begin } = standing()
  time.ms = 1_000
  const since = (group: string, taken: number): void => {
    time.ms -= taken
    begin(group, 1)
    time.ms += taken
  }
  for (let each = 0; each < 10; each++) since(`other-${each}`, 90)
  since('mine', ms)
  expect(shares.noisy('q')).toEqual(noisy)
})

test.each([
  { first: 20, noisy: ['later'] },
  { first: 24, noisy: ['first', 'later'] },
])('after a minute $first ms count half beside 100', ({ first, noisy }) => {
  const { shares, time, work } = standing()
  work('first', first)
  time.ms += 60_000 - 100
  work('later', 100)
  expect(shares.noisy('q')).toEqual(noisy)
})

test('messages in flight count with their time so far', () => {
  const { shares, time, begin, work } = standing()
  work('done', 80)
  begin('mine', 1)
  expect(shares.noisy('q')).toEqual(['done'])
  time.ms += 10
  expect(shares.noisy('q')).toEqual(['done', 'mine'])
})

test('of noisy groups the one with the fewest messages in flight comes first', () => {
  const { shares, begin, work } = standing()
  for (const group of ['one', 'three', 'none', 'two']) work(group, 100)
  begin('three', 3)
  begin('two', 2)
  begin('one', 1)
  expect(shares.noisy('q')).toEqual(['none', 'one', 'two', 'three'])
})

test('a group without messages is quiet', () => {
  const { shares, work } = standing()
  work('mine', 100)
  shares.forget('q', 'mine')
  expect(shares.noisy('q')).toEqual([])
})
