import { timingSafeEqual } from 'node:crypto'
import { Failure } from '../../catalog/failures/failure.ts'
import { WEBHOOK_ID, webhookSignature } from './sign-webhook.ts'

/** The most seconds by which a timestamp may differ from the present time, in either direction. */
export const WEBHOOK_TOLERANCE_SECONDS = 300

const MAX_SIGNATURES = 16
const MAX_HEADER = 4096
// Digits only: `parseInt` would accept "1674087231abc".
const TIMESTAMP = /^(?:0|[1-9]\d{0,11})$/

export type ReceivedWebhook = {
  /** Names in lower case, as API Gateway gives them. */
  headers: Readonly<Record<string, string | undefined>>
  /** The exact bytes of the body: base64 decoded, text not decoded. */
  body: Uint8Array
  /** The receiver's `whsec_…` secrets; a signature by any of them is accepted. */
  secrets: readonly string[]
  /** The present time in epoch milliseconds. */
  now: number
}

/**
 * Verifies a Standard Webhooks 1.0.0 message: that it was signed with one of the secrets within the tolerance of five
 * minutes. Returns its id, which is the same on every attempt. Throws `InvalidSignature` (401) naming the rule that
 * failed. Signatures are compared in constant time, and all are compared, whichever of them matches. What proxies do
 * to messages is undone: headers may be named `svix-*`, the older form of the rules, and a byte order mark before the
 * body does not count.
 */
export function verifyWebhook(received: ReceivedWebhook): { id: string; timestamp: number } {
  const id = header(received, 'webhook-id')
  const timestamp = header(received, 'webhook-timestamp')
  const given = header(received, 'webhook-signature')
  if (!WEBHOOK_ID.test(id)) throw refused('webhook-id is malformed.')
  if (!TIMESTAMP.test(timestamp)) throw refused('webhook-timestamp is not a number of seconds.')
  const difference = Math.abs(Math.floor(received.now / 1000) - Number(timestamp))
  if (difference > WEBHOOK_TOLERANCE_SECONDS)
    throw refused('webhook-timestamp is too far from now.')
  const signatures = given.split(' ').filter((part) => part.startsWith('v1,'))
  if (signatures.length === 0) throw refused('webhook-signature holds no v1 signature.')
  if (signatures.length > MAX_SIGNATURES) throw refused('webhook-signature holds too many parts.')
  if (!anyMatches(received, id, timestamp, signatures)) {
    throw refused('webhook-signature does not match.')
  }
  return { id, timestamp: Number(timestamp) }
}

function anyMatches(
  { body: received, secrets }: ReceivedWebhook,
  id: string,
  timestamp: string,
  signatures: string[],
): boolean {
  let matches = 0
  // Signed bodies are JSON, which begins with no mark (RFC 8259, 8.1), and with it would not be what was signed.
  const bodies = startsWithMark(received) ? [received, received.subarray(MARK.length)] : [received]
  for (const body of bodies) {
    for (const secret of secrets) {
      const expected = Buffer.from(webhookSignature({ id, timestamp, body, secret }))
      for (const signature of signatures) {
        const given = Buffer.from(signature)
        // Comparing lengths first reveals nothing: the length of a v1 signature is public.
        if (given.length === expected.length && timingSafeEqual(given, expected)) matches += 1
      }
    }
  }
  return matches > 0
}

/** The byte order mark in UTF-8. */
const MARK = Buffer.from('\ufeff')

function startsWithMark(body: Uint8Array): boolean {
  return MARK.equals(body.subarray(0, MARK.length))
}

function header({ headers }: ReceivedWebhook, name: string): string {
  const value = headers[name] ?? headers[name.replace('webhook-', 'svix-')]
  if (!value) throw refused(`${name} is missing.`)
  if (value.length > MAX_HEADER) throw refused(`${name} is too long.`)
  return value
}

function refused(rule: string) {
  return new Failure('InvalidSignature', rule)
}
