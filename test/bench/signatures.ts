import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { signWebhook } from '../../functions/webhook/sign-webhook.ts'
import { verifyWebhook } from '../../functions/webhook/verify-webhook.ts'

const ROUNDS = 30_000

/** How many webhooks a second are verified, by ours and by the package that defines the standard. */
export function signatures(): void {
  const secret = `whsec_${randomBytes(32).toString('base64')}`
  const text = '{"created_at":1761112848,"data":{"task_id":"TASK_ID","task_status":"success"}}'
  const body = Buffer.from(text)
  const now = Date.now()
  const timestamp = Math.floor(now / 1000)
  const headers = { ...signWebhook({ id: 'evt_1', timestamp, body, secrets: [secret] }) }
  const theirs = new Webhook(secret)
  console.log(`${''.padEnd(24)} verified per second`)
  race('ours', () => verifyWebhook({ headers, body, secrets: [secret], now }))
  race('standardwebhooks', () => theirs.verify(text, headers))
}

function race(name: string, verify: () => unknown): void {
  for (let round = 0; round < ROUNDS / 10; round += 1) verify()
  const began = performance.now()
  for (let round = 0; round < ROUNDS; round += 1) verify()
  const rate = (ROUNDS / (performance.now() - began)) * 1000
  console.log(`${name.padEnd(24)} ${rate.toFixed(0).padStart(7)}`)
}
