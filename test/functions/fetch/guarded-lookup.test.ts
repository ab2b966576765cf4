import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { guardedLookup, type Resolve } from '../../../functions/fetch/guarded-lookup.ts'

/** What a socket is told of a name. */
function lookUp(hostname: string, options: { all?: boolean }, resolve?: Resolve) {
  return new Promise<unknown>((told) => {
    guardedLookup(resolve)(hostname, options, (error, address, family) =>
      told(error ? (error as { reason?: string }).reason : (family ?? address)),
    )
  })
}

const V6: LookupAddress = { address: '2606:2800:220:1::1', family: 6 }
const V4: LookupAddress = { address: '93.184.216.34', family: 4 }

test('a socket is told the first address and its family, or all of them in their order', async () => {
  const resolve = async () => [V6, V4]
  expect(await lookUp('example.com', { all: true }, resolve)).toEqual([V6, V4])
  expect(await lookUp('example.com', {}, resolve)).toBe(6)
  expect(await lookUp('example.com', {}, async () => [V4, V6])).toBe(4)
})

test('the system’s resolver is asked for all addresses', async () => {
  expect(await lookUp('localhost', {})).toBe('address')
  // No name is as long as that.
  expect(await lookUp('x'.repeat(300), {})).toBe('dns')
})
