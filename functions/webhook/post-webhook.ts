import { correlationHeader } from '../correlation.ts'
import { FetchRefused } from '../fetch/fetch-refused.ts'
import type { guardedFetch } from '../fetch/guarded-fetch.ts'
import { parseRetryAfter } from './retry-delay.ts'
import { signWebhook } from './sign-webhook.ts'

/** A webhook to send: its receiver, its body and the secrets it is signed with. */
export type WebhookToPost = {
  url: string
  /** The event's id, the same on every attempt. */
  id: string
  body: Uint8Array
  /** `whsec_…`; while a secret is being rotated, the old and the new one. */
  secrets: readonly string[]
  /** Further headers; they are not signed. */
  headers?: Readonly<Record<string, string>>
  /** The most bytes of the response that are kept. */
  maxAnswerBytes: number
  /** The origin of the receiver, where it may be on this machine. */
  allowLoopbackOrigin?: string | undefined
}

/** The outcome of an attempt: a response, or why there was none. Times in milliseconds, `retryAfter` in seconds. */
export type AttemptOutcome = { at: number; ms: number; retryAfter: number } & (
  | { status: number; answer: Uint8Array; reason?: never }
  | { status?: never; answer?: never; reason: FetchRefused['reason'] }
)

export type PostWebhookDeps = {
  fetch: typeof guardedFetch
  /** Epoch milliseconds. */
  now: () => number
}

const TIMEOUT_MS = 15_000

/**
 * Makes one attempt to send an event as a Standard Webhooks 1.0.0 message, signed with the present time and with the
 * correlation id of the present work. Follows no redirects, and waits at most 15 seconds for the response, the least
 * that the specification recommends ("Delivery success and failure", "Request timeouts"). Throws only for a defect of
 * this service.
 */
export async function postWebhook(
  { url, id, body, secrets, headers, maxAnswerBytes, allowLoopbackOrigin }: WebhookToPost,
  { fetch, now }: PostWebhookDeps,
): Promise<AttemptOutcome> {
  const at = now()
  const signature = signWebhook({ id, timestamp: Math.floor(at / 1000), body, secrets })
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        ...headers,
        ...correlationHeader(),
        ...signature,
      },
      maxBytes: maxAnswerBytes,
      overflow: 'cut',
      timeoutMs: TIMEOUT_MS,
      allowLoopbackOrigin,
    })
    const { status, bytes } = response
    const retryAfter = parseRetryAfter(response.headers['retry-after'], now())
    return { at, ms: now() - at, status, answer: bytes, retryAfter }
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    return { at, ms: now() - at, reason: error.reason, retryAfter: 0 }
  }
}
