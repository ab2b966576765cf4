import { createHmac } from 'node:crypto'
import { webhookKey } from './webhook-key.ts'

export type WebhookToSign = {
  /**
   * The event's id, the same on every attempt: 1–256 visible characters without `.`, which separates the signed parts.
   */
  id: string
  /** Epoch seconds of this attempt. */
  timestamp: number
  /** The exact bytes of the body. */
  body: Uint8Array
  /** `whsec_…`; while a secret is being rotated, the old and the new one. */
  secrets: readonly string[]
}

export type WebhookHeaders = {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** The format of a webhook id. */
export const WEBHOOK_ID = /^[\x21-\x2d\x2f-\x7e]{1,256}$/

/**
 * The three headers of a Standard Webhooks 1.0.0 message with a `v1` (HMAC-SHA256) signature for each secret. Throws
 * for a malformed id, timestamp or secret.
 */
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

/**
 * The signature `v1,` and the base64 of HMAC-SHA256 over `id.timestamp.body` (Standard Webhooks, "Signature scheme").
 */
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
