import { createHmac } from 'node:crypto'
import { webhookKey } from './webhook-key.ts'

export type WebhookToSign = {
  /** The event's id: the same on every attempt. 1–256 visible characters without `.`, because `.` separates the signed parts. */
  id: string
  /** Unix seconds of this attempt. */
  timestamp: number
  /** The body as it is sent, byte for byte. */
  body: Uint8Array
  /** `whsec_…`; while a secret is being rotated, the old and the new one. */
  secrets: readonly string[]
}

export type WebhookHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** What a webhook id may look like. */
export const WEBHOOK_ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/

/** The three headers of a Standard Webhooks v1 message, one signature for each secret. Throws on a bad id, time or secret. */
export function signWebhook({ id, timestamp, body, secrets }: WebhookToSign): WebhookHeaders {
  if (!WEBHOOK_ID.test(id))
    throw new Error('A webhook id is 1 to 256 visible characters without ".".')
  if (!Number.isSafeInteger(timestamp) || timestamp < 0) {
    throw new Error('A webhook timestamp is a whole number of seconds.')
  }
  if (secrets.length === 0) throw new Error('A webhook needs at least one secret.')
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets
      .map((secret) => webhookSignature({ id, timestamp: String(timestamp), body, secret }))
      .join(' '),
  }
}

/** `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body`. */
export function webhookSignature(message: {
  id: string
  timestamp: string
  body: Uint8Array
  secret: string
}): string {
  const hmac = createHmac('sha256', webhookKey(message.secret))
  hmac.update(`${message.id}.${message.timestamp}.`).update(message.body)
  return `v1,${hmac.digest('base64')}`
}
