import type { RefusalAnswer } from '../../../catalog/console/wire.ts'
import { printable } from '../../../catalog/json/unprintable.ts'

/** A request that was refused, or did not reach the console. */
export class RequestError extends Error {
  /** The code of the refusal; `Offline` where nothing answered. */
  readonly code: string
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

type Options = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: unknown
  /** What else the request says, such as `if-match`. */
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
}

let signedOut = (_signIn?: string): void => {}

/** Has `act` called when the session has ended, with the page where one signs in, if there is any. */
export function onSignedOut(act: (signIn?: string) => void): void {
  signedOut = act
}

/**
 * Asks the admin API. A change carries a key of its own, so that one which is sent twice is made once.
 * @throws RequestError
 */
export async function request<Answer>(
  path: string,
  { method = 'GET', body, headers: own, signal }: Options = {},
): Promise<Answer> {
  const headers: Record<string, string> = { ...own }
  const hasBody = method === 'POST' || method === 'PUT'
  if (hasBody) headers['content-type'] = 'application/json'
  if (method !== 'GET') headers['idempotency-key'] = crypto.randomUUID()
  let response: Response
  try {
    response = await fetch(`/console/api${path}`, {
      method,
      headers,
      ...(hasBody && { body: JSON.stringify(body ?? {}) }),
      ...(signal && { signal }),
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestError('Offline', 'Nothing answers.', 0)
  }
  const answer = (await response.json().catch((error: unknown) => {
    if (signal?.aborted) throw error
    // Of a refusal the status says enough; an answer that broke off on its way is none.
    if (response.ok) throw new RequestError('Offline', 'The answer did not arrive.', 0)
    return {}
  })) as Answer | RefusalAnswer
  if (response.ok) return answer as Answer
  const {
    error = response.statusText,
    error_code: code = 'InternalError',
    sign_in: signIn,
  } = answer as Partial<RefusalAnswer>
  if (code === 'SignInRequired') signedOut(signIn)
  // What is refused is often named as whoever wrote it did: a field of a recipe, a prefix, a file.
  throw new RequestError(code, printable(error), response.status)
}

/** A path below the admin API with its query; fields without a value are left out. */
export function withQuery(path: string, fields: Record<string, string | undefined>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] =>
    Boolean(field[1]),
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}
