import { type Charge, chargeFromHeaders } from '../../../../../catalog/costs/charge.ts'
import { ENGINE_HEADER, engineFromHeader } from '../../../../../catalog/results/engine-version.ts'
import { WORK_STARTED_HEADER, workStartFrom } from '../../../../../catalog/tasks/task-times.ts'
import { correlationHeader } from '../../../../correlation.ts'
import { ServiceFailure } from '../../ports/provider.ts'

export type ServiceCallOptions = {
  baseUrl: string
  /** Gives the key that a job calls the service with. */
  apiKey: (job: string) => Promise<string>
  /** Epoch milliseconds. */
  now?: () => number
  fetch?: typeof fetch
}

const TIMEOUT_MS = 20_000
/** A status has a few hundred bytes, a detection of a crowd a few thousand. */
const MAX_ANSWER_BYTES = 1_000_000
/** A longer wait that the service asks for is cut to a quarter of an hour. */
const MAX_RETRY_AFTER_SECONDS = 900

/**
 * The member `data` of an answer, empty when there is none, with the engine's version, the charge and the start of the
 * work where the service sends them as headers.
 */
export type AnswerData = Record<string, unknown>

/**
 * Makes the function that calls the service for a job. It throws `ServiceFailure` unless the answer is a 2xx with
 * JSON.
 */
export function serviceCall({
  baseUrl,
  apiKey,
  fetch: send = fetch,
  now = Date.now,
}: ServiceCallOptions) {
  return async (job: string, path: string, init: RequestInit = {}): Promise<AnswerData> => {
    const headers = {
      ...init.headers,
      ...correlationHeader(),
      authorization: `Bearer ${await apiKey(job)}`,
    }
    const answer = await withServiceFailures(() =>
      send(new URL(path, baseUrl), {
        ...init,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    const body = await withServiceFailures(() => readJson(answer))
    const engine = engineFromHeader(answer.headers.get(ENGINE_HEADER))
    const charge = chargeFromHeaders((name) => answer.headers.get(name))
    const workStart = workStartFrom(answer.headers.get(WORK_STARTED_HEADER))
    if (answer.ok) return { ...dataOf(body), engine, charge, workStart }
    throw refusal(answer, body, charge, now())
  }
}

/** Errors of a connection that was never established: nothing was sent, so the call had no effect. */
const CONNECT_ERRORS = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Turns every network error into `ServiceUnreachable`, after which a retry may succeed. */
async function withServiceFailures<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof ServiceFailure) throw cause
    const { code } = ((cause as Error).cause ?? {}) as { code?: string }
    const noEffect = code !== undefined && CONNECT_ERRORS.has(code)
    throw new ServiceFailure('ServiceUnreachable', undefined, { cause, noEffect })
  }
}

async function readJson(answer: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER_BYTES)
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

function dataOf(answer: unknown): AnswerData {
  const data = (answer as { data?: unknown } | null)?.data
  return typeof data === 'object' && data !== null ? (data as AnswerData) : {}
}

/**
 * The failure for an answer that is no 2xx. A 4xx had no effect, except for `IdempotencyConflict`, which says that an
 * equal request is still being handled. Whether a 5xx had an effect is unknown.
 */
function refusal(
  { status, headers }: Response,
  body: unknown,
  charge: Charge | undefined,
  now: number,
): ServiceFailure {
  const { error, error_code: code } = (body ?? {}) as Record<string, unknown>
  const said = [status, code, typeof error === 'string' ? error.slice(0, 300) : undefined]
    .filter(Boolean)
    .join(' ')
  const inProgress = code === 'IdempotencyConflict'
  const noEffect = status < 500 && !inProgress
  const retryAfterSeconds = retryAfter(headers.get('retry-after'), now)
  if (status === 429 || inProgress || (status === 503 && retryAfterSeconds > 0)) {
    return new ServiceFailure('ServiceBusy', `The service is busy: ${said}.`, {
      noEffect,
      retryAfterSeconds,
    })
  }
  if (status >= 500) {
    return new ServiceFailure('ServiceUnreachable', `The service failed: ${said}.`, {
      serviceCode: typeof code === 'string' ? code : undefined,
      charge,
    })
  }
  const refused = code === 'CreditInsufficiency' ? 'UnitsMissing' : 'TaskRefused'
  return new ServiceFailure(refused, `The service refused the request: ${said}`, {
    noEffect,
  })
}

/** Seconds of a `Retry-After` header: a number or an HTTP date (RFC 9110). 0 when it is absent or invalid. */
function retryAfter(header: string | null, now: number): number {
  const text = header?.trim() ?? ''
  const seconds = /^\d{1,9}$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000
  return Number.isFinite(seconds)
    ? Math.min(MAX_RETRY_AFTER_SECONDS, Math.max(0, Math.ceil(seconds)))
    : 0
}
