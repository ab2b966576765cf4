import { expect, test } from 'vitest'
import { webhookKey } from '../../../functions/webhook/webhook-key.ts'

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`

test.each([24, 25, 64])('a secret of %i bytes is a key, with its padding or without', (bytes) => {
  for (const secret of [secretOf(bytes), secretOf(bytes).replace(/=+$/, '')])
    expect(webhookKey(secret).export()).toEqual(Buffer.alloc(bytes, 7))
  expect(webhookKey(secretOf(bytes))).toBe(webhookKey(secretOf(bytes)))
})

test.each([
  secretOf(23),
  secretOf(65),
  secretOf(32).slice('whsec_'.length),
  `x${secretOf(32)}`,
  `${secretOf(32)}=x`,
  `whsec_!${secretOf(32).slice('whsec_'.length)}`,
  'whsec_',
  '',
])('%s is none', (secret) => {
  expect(() => webhookKey(secret)).toThrow('whsec_ and base64 of 24 to 64 bytes')
})
