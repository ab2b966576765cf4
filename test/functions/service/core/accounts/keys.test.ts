import { expect, test } from 'vitest'
import { describeKey } from '../../../../../functions/service/core/accounts/describe-key.ts'
import { findKey } from '../../../../../functions/service/core/accounts/find-key.ts'
import { loopbackOrigin } from '../../../../../functions/service/core/accounts/loopback-origin.ts'
import {
  readCredit,
  readCreditHistory,
} from '../../../../../functions/service/core/accounts/read-credit.ts'
import { requestsOf, uploadsOf } from '../../../../../functions/service/core/accounts/read-use.ts'
import { requireAccountName } from '../../../../../functions/service/core/accounts/require-account-name.ts'
import { requireKnownAccount } from '../../../../../functions/service/core/accounts/require-known-account.ts'

const KEYS = ['aaaa1', 'aaaa2', 'bbbb3'].map((hash) => ({ hash, account: 'a' }))
const keys = { list: async () => KEYS } as never

test.each([
  ['bbbb', 'bbbb3'],
  ['aaaa1', 'aaaa1'],
  ['aaaa', 'aaaa begins more than one id.'],
  ['aaa3', 'There is no key aaa3.'],
  ['bbb', 'A key is named by its id: 4 to 64 hexadecimal digits.'],
  ['a'.repeat(64), `There is no key ${'a'.repeat(64)}.`],
  ['a'.repeat(65), 'A key is named by its id: 4 to 64 hexadecimal digits.'],
  [' bbbb', 'A key is named by its id: 4 to 64 hexadecimal digits.'],
  ['bbbb ', 'A key is named by its id: 4 to 64 hexadecimal digits.'],
])('the key %s is %s', async (id, expected) => {
  const found = await findKey(id, { keys }).then(
    ({ hash }) => hash,
    ({ message }: Error) => message,
  )
  expect(found).toBe(expected)
})

test('a key is shown without its hash, and with what it can do', () => {
  const key = {
    hash: '0123456789abcdef',
    hint: 'dk_ab',
    account: 'a',
    name: 'n',
    active: true,
    createdAt: 1,
  }
  expect(describeKey(key, 0)).toEqual({
    id: '0123456789ab',
    hint: 'dk_ab…',
    state: 'active',
    account: 'a',
    name: 'n',
    active: true,
    createdAt: 1,
  })
  const state = (more: object, now: number) => describeKey({ ...key, ...more }, now).state
  expect([
    state({ active: false, expiresAt: 0 }, 1),
    state({ expiresAt: 2 }, 1999),
    state({ expiresAt: 2 }, 2000),
  ]).toEqual(['inactive', 'active', 'expired'])
  const { hint: _, ...bare } = key
  expect(describeKey(bare, 0).hint).toBe('…')
})

test('an account without a key is mistyped, and ten others are named', async () => {
  const known = (...names: string[]) => {
    const records = names.map((account) => ({ account }))
    return requireKnownAccount('acme', { keys: { list: async () => records } as never }).then(
      () => 'known',
      ({ message }: Error) => message,
    )
  }
  expect(await known('acme')).toBe('known')
  expect(await known()).toBe('No key is of the account acme.')
  expect(await known('zoo', 'acne', 'zoo')).toBe(
    'No key is of the account acme; there are acne, zoo. Did you mean acne?',
  )
  const many = Array.from({ length: 11 }, (_, at) => `account-${at + 10}`)
  expect(await known(...many.slice(1))).not.toContain('more')
  expect(await known(...many)).toMatch(/account-19 and 1 more\.$/)
})

test.each([
  ['a', true],
  ['0-', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['', false],
  ['-a', false],
  ['A', false],
  [' a', false],
  ['a ', false],
])('"%s" is the name of an account: %s', (name, valid) => {
  if (valid) expect(requireAccountName(name)).toBe(name)
  else expect(() => requireAccountName(name)).toThrow('An account name has 1 to 64')
})

test.each([
  ['http://127.0.0.1:80/a', 'http://127.0.0.1:80'],
  ['http://[::1]:8080', 'http://[::1]:8080'],
  ['http://localhost:1/', 'http://localhost:1'],
  ['https://localhost:1/', undefined],
  ['http://localhost/', undefined],
  ['http://localhost:123456/', undefined],
  ['http://localhost:1x/', undefined],
  ['xhttp://localhost:1/', undefined],
  ['http://localhost.evil:1/', undefined],
])('%s is this machine at %s', (url, origin) => {
  expect(loopbackOrigin(url)).toBe(origin)
})

test('what a key and an account have used is told with what they may', async () => {
  const asked: unknown[] = []
  const read = async (...given: unknown[]) => {
    asked.push(given)
    return 7
  }
  const limits = { perWindow: 250, perSecond: 5 }
  const deps = { counters: { read }, uploads: { read }, limits, uploadBytes: 9, now: () => 601_999 }
  expect(await requestsOf({ hash: 'h' } as never, deps)).toEqual({ ...limits, inWindow: 7 })
  const own = { perWindow: 1, perSecond: 1 }
  expect(await requestsOf({ hash: 'h', limits: own } as never, deps)).toEqual({
    ...own,
    inWindow: 7,
  })
  expect(await uploadsOf('a', deps)).toEqual({ account: 'a', bytes: 7, most: 9 })
  expect(asked).toEqual([
    ['key#h', 600],
    ['key#h', 600],
    ['a', '1970-01-01'],
  ])
})

test('credit is told by lot, whole units beside exact ones', async () => {
  const grants = [
    { id: '5', remaining: 2.5, expiresAt: 9 },
    { id: '6', remaining: 1 },
  ]
  const asked: unknown[] = []
  const units = {
    usableGrants: async (...given: unknown[]) => {
      asked.push(given)
      return grants
    },
  }
  expect(await readCredit('a', { units: units as never, now: () => 1999 })).toEqual([
    { id: 5, type: 'ApiSubsToken', amount: 2, amount_dec: 2.5, expiry: 9000 },
    { id: 6, type: 'ApiPaygToken', amount: 1, amount_dec: 1, expiry: 253_402_300_799_999 },
  ])
  expect(asked).toEqual([['a', 1]])
})

test('a page of the history begins behind the last, and its token is the account’s own', async () => {
  const asked: unknown[] = []
  const entry = {
    action: 'charge',
    target: 't',
    units: -2.5,
    lots: [{ lot: '5', units: -2.5 }],
    at: 3,
  }
  const history = async (...given: unknown[]) => {
    asked.push(given)
    return { entries: [entry], ...(asked.length > 1 && { next: 'history#x' }) }
  }
  const read = (query: Record<string, string>) =>
    readCreditHistory('a', query, { units: { history } as never, now: () => 0 })
  const first = await read({})
  expect(first).toMatchObject({
    next_token: null,
    history: [
      {
        timestamp: 3000,
        action: 'charge',
        target_id: 't',
        info: { credits: [{ id: 5, amount: -2, amount_dec: -2.5 }], dst_actions: [] },
      },
    ],
  })
  const token = Buffer.from('history#x').toString('base64url')
  expect((await read({ page_size: '30', starting_token: token })).next_token).toBe(token)
  expect(asked).toEqual([
    ['a', 20, undefined],
    ['a', 30, 'history#x'],
  ])
  for (const bad of ['', 'x', Buffer.from('xhistory#').toString('base64url')]) {
    await expect(read({ starting_token: bad })).rejects.toMatchObject({ code: 'InvalidParameters' })
  }
  await expect(read({ page_size: '31' })).rejects.toMatchObject({ code: 'InvalidParameters' })
  // Of a longer token the first thousand characters count.
  await read({ starting_token: Buffer.from(`history#${'x'.repeat(992)}`).toString('base64url') })
  const [, , cursor] = asked.at(-1) as [string, number, string]
  expect(cursor).toHaveLength(750)
})
