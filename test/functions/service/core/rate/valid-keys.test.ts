import { expect, test } from 'vitest'
import { Failure } from '../../../../../catalog/failures/failure.ts'
import { limitStrangers } from '../../../../../functions/service/core/rate/limit-strangers.ts'
import type { RateSubject } from '../../../../../functions/service/core/rate/rate-limiter.ts'

/** Limits of an address, and which subjects were counted and checked. */
function strangers(perSecond: number) {
  const counted: RateSubject[][] = []
  const checked: RateSubject[][] = []
  const limit = Object.assign(async (subjects: RateSubject[]) => void counted.push(subjects), {
    check: (subjects: RateSubject[]) => void checked.push(subjects),
  })
  const deps = { limit, limits: { perWindow: 30, perSecond }, validKeys: new Set<string>() }
  const ask = (hash: string | undefined, answer: () => Promise<unknown>, ip?: string) =>
    limitStrangers({ ip: ip ?? '192.0.2.1', hash }, deps as never, answer)
  return { counted, checked, deps, ask }
}

test('ten thousand keys are remembered, and of more the oldest is forgotten', async () => {
  const { deps, ask } = strangers(5)
  const known = async () => 1
  for (let nth = 0; nth < 10_000; nth++) await ask(`key-${nth}`, known)
  await ask('key-0', known)
  expect(deps.validKeys.size).toBe(10_000)
  await ask('key-new', known)
  expect(deps.validKeys.size).toBe(10_000)
  expect(['key-0', 'key-1', 'key-new'].map((key) => deps.validKeys.has(key))).toEqual([
    true,
    false,
    true,
  ])
})

test('a key that is not valid any more is forgotten, and its address counted', async () => {
  const { counted, checked, deps, ask } = strangers(5)
  expect(await ask('key', async () => 7)).toBe(7)
  expect([checked.length, counted.length]).toEqual([1, 0])
  const refused = () => Promise.reject(new Failure('InvalidApiKey'))
  await expect(ask('key', refused)).rejects.toMatchObject({ code: 'InvalidApiKey' })
  // It was known, so its address was not checked once more.
  expect([checked.length, counted.length, deps.validKeys.size]).toEqual([1, 1, 0])
  await expect(ask(undefined, () => Promise.reject(new Error('bug')))).rejects.toThrow('bug')
  expect([checked.length, counted.length]).toEqual([2, 1])
})

test.each([
  [5, 25],
  [25, 25],
  [26, 26],
])('a page may ask for all it shows: %i a second are %i', async (perSecond, granted) => {
  const { checked, ask } = strangers(perSecond)
  await ask(undefined, async () => 1)
  expect(checked).toEqual([
    [
      {
        id: expect.stringMatching(/^stranger#.*192\.0\.2\.1/),
        limits: { perWindow: 30, perSecond: granted },
      },
    ],
  ])
})
