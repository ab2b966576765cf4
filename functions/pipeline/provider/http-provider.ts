import { Failure } from '../../../catalog/failure.ts'
import { taskPath } from '../../../catalog/features.ts'
import type { Provider, TaskStatus } from './provider.ts'

const TIMEOUT_MS = 20_000
/** Bytes; a status is a few hundred, a detection of a crowd some kilobytes. */
const MAX_ANSWER = 1_000_000

export type HttpProviderOptions = {
  baseUrl: string
  apiKey: () => Promise<string>
  fetch?: typeof fetch
}

/** The service over HTTP with a bearer key. The base URL is the operator's own setting, so it may be any address. */
export const httpProvider = ({
  baseUrl,
  apiKey,
  fetch: send = fetch,
}: HttpProviderOptions): Provider => {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { ...init.headers, authorization: `Bearer ${await apiKey()}` }
    const answer = await reach(() =>
      send(new URL(path, baseUrl), {
        ...init,
        headers,
        redirect: 'manual',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      }),
    )
    const body = await reach(() => readJson(answer))
    if (answer.ok) return body
    throw refusal(answer, body)
  }

  return {
    create: async (feature, stage, body, key) => {
      const answer = await call(taskPath(feature, stage), {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      const taskId = dataOf(answer)['task_id']
      if (typeof taskId === 'string' && taskId.length <= 512) return taskId
      throw new Failure('ServiceUnreachable', 'The service answered a creation without a task id.')
    },

    status: async (feature, stage, taskId) => {
      const answer = await call(`${taskPath(feature, stage)}/${encodeURIComponent(taskId)}`)
      const data = dataOf(answer)
      if (['running', 'success', 'error'].includes(data['task_status'] as string)) {
        return data as TaskStatus
      }
      throw new Failure(
        'ServiceUnreachable',
        'The service answered a status without a task_status.',
      )
    },
  }
}

/** Anything that goes wrong on the way there and back, as the one failure a retry may mend. */
const reach = async <T>(step: () => Promise<T>): Promise<T> => {
  try {
    return await step()
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw new Failure('ServiceUnreachable', undefined, { cause })
  }
}

const readJson = async (answer: Response): Promise<unknown> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    if (size > MAX_ANSWER)
      throw new Failure('ServiceUnreachable', 'The service answered more than 1 MB.')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    if (!answer.ok) return undefined
    throw new Failure('ServiceUnreachable', 'The service answered something that is not JSON.')
  }
}

const dataOf = (answer: unknown): Record<string, unknown> => {
  const data = (answer as { data?: unknown } | null)?.data
  return typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {}
}

const refusal = ({ status }: Response, body: unknown): Failure => {
  const { error, error_code: code } = (body ?? {}) as Record<string, unknown>
  const said = [status, code, typeof error === 'string' ? error.slice(0, 300) : undefined]
    .filter(Boolean)
    .join(' ')
  if (status === 429) return new Failure('ServiceBusy', `The service is busy: ${said}.`)
  if (status >= 500) return new Failure('ServiceUnreachable', `The service failed: ${said}.`)
  return new Failure('TaskRefused', `The service refused the request: ${said}`)
}
