import { Failure } from '../../../../catalog/failures/failure.ts'
import type { SignedUrl, UrlOrigin } from '../ports/inbox.ts'
import type { Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from './fetch-results.ts'

/**
 * How long a URL of ours is valid, and how long the service says that those of its results are: longer than the work on
 * a task takes, and short in case one leaks. While a task waits, `renewRequest` makes new ones.
 */
export const SOURCE_SECONDS = 2 * 3600

export type SignUrlDeps = {
  objects: Pick<Objects, 'presign'>
  provider: Provider
  /** Seconds for which the URL of an object is valid. @default SOURCE_SECONDS */
  sourceSeconds?: number | undefined
  /** Epoch milliseconds. */
  now: () => number
}

/**
 * Makes a URL by which the service reads a file. Throws `ResultUnavailable` where a task gave none, and otherwise like
 * `fetchResults`.
 */
export async function signUrl(of: UrlOrigin, job: string, deps: SignUrlDeps): Promise<SignedUrl> {
  const at = Math.floor(deps.now() / 1000)
  if ('object' in of) {
    const url = await deps.objects.presign(of.object, deps.sourceSeconds ?? SOURCE_SECONDS)
    return { url, at, of }
  }
  const { results } = await fetchResults({ ...of.result, job, stage: 'effect' }, deps.provider)
  if (typeof results.url === 'string') return { url: results.url, at, of }
  const { feature } = of.result
  throw new Failure('ResultUnavailable', `The step ${feature} gave no file to go on with.`)
}
