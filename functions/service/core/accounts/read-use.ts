import type { KeyRecord } from '../model/api-key.ts'
import { type RateLimits, WINDOW_SECONDS, windowOf } from '../model/rate-limits.ts'
import type { CounterStore } from '../ports/counter-store.ts'
import type { UploadQuota } from '../ports/upload-quota.ts'

export type ReadUseDeps = {
  counters: Pick<CounterStore, 'read'>
  uploads: Pick<UploadQuota, 'read'>
  /** For keys without limits of their own. */
  limits: RateLimits
  /** Bytes that an account may ask for in a day. */
  uploadBytes: number
  /** Epoch milliseconds. */
  now: () => number
}

/** Requests of a key in this window, of those that are answered in it and in a second. */
export async function requestsOf(
  { hash, limits: own }: KeyRecord,
  { counters, limits, now }: Pick<ReadUseDeps, 'counters' | 'limits' | 'now'>,
): Promise<RateLimits & { inWindow: number }> {
  const start = windowOf(Math.floor(now() / 1000), WINDOW_SECONDS)
  return { ...(own ?? limits), inWindow: await counters.read(`key#${hash}`, start) }
}

/** Bytes of upload slots that an account asked for today (UTC), of those that it may. */
export async function uploadsOf(
  account: string,
  { uploads, uploadBytes, now }: Pick<ReadUseDeps, 'uploads' | 'uploadBytes' | 'now'>,
): Promise<{ account: string; bytes: number; most: number }> {
  const day = new Date(now()).toISOString().slice(0, 10)
  return { account, bytes: await uploads.read(account, day), most: uploadBytes }
}
