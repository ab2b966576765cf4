import { parsePresignedUrl } from '../../../parse-presigned-url.ts'
import type { Callback, SignedUrl } from '../ports/inbox.ts'
import { type SignUrlDeps, SOURCE_SECONDS, signUrl } from '../steps/sign-url.ts'

/**
 * The part of its time after which a URL is made anew. Of two hours three quarters are left then, and after the longest
 * pause between two looks at a task still more than the hour that the work on it may take. A URL that a function made
 * ends with the session of its role, too, which it cannot see: the sooner it is replaced, the less that matters.
 */
const PART = 1 / 4

/** Epoch seconds at which the first URL of a request is to be made anew; undefined where none ends. */
export function renewalOf({ signed = [] }: Pick<Callback, 'signed'>): number | undefined {
  const due = signed.map(({ url, at }: SignedUrl) => {
    const end = parsePresignedUrl(url)?.end ?? at + SOURCE_SECONDS
    return at + Math.max(0, end - at) * PART
  })
  return due.length > 0 ? Math.min(...due) : undefined
}

/**
 * The request of a callback with its URLs made anew, wherever they stand in it; undefined before that is due. Throws
 * like `signUrl`.
 */
export async function renewRequest(
  { request, signed = [] }: Pick<Callback, 'request' | 'signed'>,
  job: string,
  deps: SignUrlDeps,
): Promise<Required<Pick<Callback, 'request' | 'signed'>> | undefined> {
  const due = renewalOf({ signed })
  if (due === undefined || deps.now() < due * 1000) return undefined
  const renewed = await Promise.all(signed.map(({ of }) => signUrl(of, job, deps)))
  const byOld = new Map(signed.map(({ url }, nth) => [url, renewed[nth]?.url ?? url]))
  return { request: withUrls(request, byOld) as Callback['request'], signed: renewed }
}

function withUrls(value: unknown, byOld: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return byOld.get(value) ?? value
  if (Array.isArray(value)) return value.map((inner) => withUrls(inner, byOld))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, withUrls(inner, byOld)]),
  )
}
