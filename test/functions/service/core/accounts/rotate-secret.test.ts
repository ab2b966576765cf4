import { expect, test } from 'vitest'
import { rotateSecret } from '../../../../../functions/service/core/accounts/rotate-secret.ts'

const SECRET = `whsec_${Buffer.alloc(32).toString('base64')}`

/** Rotates at 10.999 s where `retiring` are former secrets, and gives what is stored. */
async function stored(secrets: string[], retiring?: { secret: string; until: number }[]) {
  const replaced: unknown[] = []
  const webhooks = {
    endpoint: async () => ({ secrets, retiring }),
    replaceSecrets: async (_: unknown, by: unknown) => replaced.push(by) > 0,
  }
  const input = { account: 'a', endpointId: 'e', secret: SECRET }
  const given = await rotateSecret(input, { webhooks: webhooks as never, now: () => 10_999 })
  expect(given).toEqual({ secret: SECRET, formerUntil: 86_410 })
  return replaced
}

test('the former secret counts for a day from the second of the rotation', async () => {
  expect(await stored(['old'])).toEqual([
    { secrets: [SECRET], retiring: [{ secret: 'old', until: 86_410 }] },
  ])
})

test('secrets whose day is over go, and of the others the four newest stay', async () => {
  const retiring = [11, 12, 10, 13, 14].map((until) => ({ secret: `r${until}`, until }))
  expect(await stored(['old'], retiring)).toEqual([
    {
      secrets: [SECRET],
      retiring: [
        { secret: 'old', until: 86_410 },
        { secret: 'r11', until: 11 },
        { secret: 'r12', until: 12 },
        { secret: 'r13', until: 13 },
      ],
    },
  ])
})

test('a secret that somebody else changed is not replaced', async () => {
  const webhooks = {
    endpoint: async () => ({ secrets: ['old'] }),
    replaceSecrets: async () => false,
  }
  await expect(
    rotateSecret({ account: 'a', endpointId: 'e' }, { webhooks: webhooks as never, now: () => 0 }),
  ).rejects.toThrow('just changed by somebody else')
})
