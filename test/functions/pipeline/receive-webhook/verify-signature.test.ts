import { expect, test } from 'vitest'
import { verifySignature } from '../../../../functions/pipeline/receive-webhook/verify-signature.ts'
import { signWebhook } from '../../../../functions/webhook/sign-webhook.ts'

const NOW = 1_700_000_000
const [OLD, NEW] = ['A', 'B'].map((letter) => `whsec_${letter.repeat(32)}`) as [string, string]
const body = Buffer.from('{}')

async function verify(secret: string, { cached, fresh }: { cached: string[]; fresh: string[] }) {
  const headers = signWebhook({ id: 'evt_1', timestamp: NOW, body, secrets: [secret] })
  let refreshed = 0
  const credentials = {
    read: async () => ({ webhookSecrets: cached }),
    refresh: async () => {
      refreshed += 1
      return { webhookSecrets: fresh }
    },
  }
  const isSigned = await verifySignature({ headers, body } as never, credentials, NOW * 1000)
  return [isSigned, refreshed]
}

test('a signature of the cached secret holds at once, and one of a rotated secret as soon as it is there', async () => {
  expect(await verify(OLD, { cached: [OLD], fresh: [] })).toEqual([true, 0])
  expect(await verify(NEW, { cached: [OLD], fresh: [NEW] })).toEqual([true, 1])
  expect(await verify(NEW, { cached: [OLD], fresh: [OLD] })).toEqual([false, 1])
})

test('what is no failure of a signature is thrown', async () => {
  await expect(verify(OLD, { cached: ['no secret'], fresh: [] })).rejects.toThrow()
})
