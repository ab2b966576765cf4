import { chargeIn } from '../../../catalog/charge.ts'
import { ENGINE_HEADER, engineIn } from '../../../catalog/engine-version.ts'
import { correlationHeader } from '../../correlation.ts'
import type { HttpProviderOptions } from './http-provider.ts'
import { ServiceFailure } from './provider.ts'

const TIMEOUT_MS = 20_000
/** Bytes; a status is a few hundred, a detection of a crowd some kilobytes. */
const MAX_ANSWER = 1_000_000
/** However long a service asks us to stay away, we look again within the quarter of an hour. */
const MOST_RETRY_AFTER = 900

/**
 * The member `data` of an answer, empty when there is none, and the engine's version and the charge where the service
 * says them in headers.
 */
export type AnswerData = Record<string, unknown>

/** Calls the service for a job and gives what its answer holds. Throws `ServiceFailure` for every other way it can go. */
export const serviceCall =
  ({ baseUrl, apiKey, fetch: send = fetch, now = Date.now }: HttpProviderOptions) =>
  async (job: string, path: string, init: RequestInit = {}): Promise<AnswerData> => {
    const headers = {
      ...init.headers,
      ...correlationHeader(),
      authorization: `Bearer ${await apiKey(job)}`,
    }
    const answer = await reach(() =>
      send(new URL(path, baseUrl), {
        ...init,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    const body = await reach(() => readJson(answer))
    const engine = engineIn(answer.headers.get(ENGINE_HEADER))
    const charge = chargeIn((name) => answer.headers.get(name))
    if (answer.ok) return { ...dataOf(body), engine, charge }
    throw refusal(answer, body, now())
  }

/** Errors of a connection that never came about: nothing was sent, so nothing was done. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT'])

/** Anything that goes wrong on the way there and back, as the one failure a retry may mend. */
const reach = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof ServiceFailure) throw cause
    const { code } = ((cause as Error).cause ?? {}) as { code?: string }
    const undone = code !== undefined && UNSENT.has(code)
    throw new ServiceFailure('ServiceUnreachable', undefined, { cause, undone })
  }
}

const readJson = async (answer: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER)
      throw new ServiceFailure('ServiceUnreachable', 'The service answered more than 1 MB.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    if (!answer.ok) return undefined
    throw new ServiceFailure(
      'ServiceUnreachable',
      'The service answered something that is not JSON.',
    )
  }
}

const dataOf = (answer: unknown): AnswerData => {
  const data = (answer as { data?: unknown } | null)?.data
  return typeof data === 'object' && data !== null ? (data as AnswerData) : {}
}

/**
 * A 4xx was refused before anything was done, but for one that says that an equal request of ours is still at it; of a
 * 5xx nobody knows.
 */
const refusal = ({ status, headers }: Response, body: unknown, now: number): ServiceFailure => {
  const { error, error_code: code } = (body ?? {}) as Record<string, unknown>
  const said = [status, code, typeof error === 'string' ? error.slice(0, 300) : undefined]
    .filter(Boolean)
    .join(' ')
  const atIt = code === 'IdempotencyConflict'
  const undone = status < 500 && !atIt
  const retryAfterSeconds = retryAfter(headers.get('retry-after'), now)
  if (status === 429 || atIt || (status === 503 && retryAfterSeconds > 0)) {
    return new ServiceFailure('ServiceBusy', `The service is busy: ${said}.`, {
      undone,
      retryAfterSeconds,
    })
  }
  if (status >= 500) {
    return new ServiceFailure('ServiceUnreachable', `The service failed: ${said}.`, {
      said: typeof code === 'string' ? code : undefined,
    })
  }
  const refused = code === 'CreditInsufficiency' ? 'UnitsMissing' : 'TaskRefused'
  return new ServiceFailure(refused, `The service refused the request: ${said}`, { undone })
}

/** Seconds of a `Retry-After` header in either of its forms, at most a quarter of an hour; 0 when it says nothing. */
const retryAfter = (header: string | null, now: number): number => {
  const text = header?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds) ? Math.min(MOST_RETRY_AFTER, Math.max(0, Math.ceil(seconds))) : 0
}
