/** A response of the service; `body` is undefined when it is not JSON. */
export type ServiceResponse = {
  status: number
  headers: Headers
  text: string
  // Its content is what the tests check.
  body: {
    status: number
    error?: string
    error_code?: string
    data?: {
      task_id: string
      task_status: string
      error: string | null
      error_message?: string
      results: Record<string, unknown> | null
      files: {
        file_id: string
        requests: { method: string; url: string; headers: Record<string, string> }[]
      }[]
      templates: { id: string; thumb: string; [field: string]: unknown }[]
      next_token: string | null
    }
    [field: string]: unknown
  }
}

export type AskOptions = {
  /** Sent as JSON, except that a string or bytes are sent as they are. */
  body?: unknown
  headers?: Record<string, string>
  /** Another key than the default one, or none. */
  key?: string | undefined
}

export type Ask = (method: string, path: string, options?: AskOptions) => Promise<ServiceResponse>

/** A client of the service with an address and a key. */
export function createAsk(baseUrl: string, usualKey: string): Ask {
  return async (method, path, options = {}) => {
    const key = 'key' in options ? options.key : usualKey
    const { body } = options
    const sent =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array
        ? (body as string | Uint8Array<ArrayBuffer> | undefined)
        : JSON.stringify(body)
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(sent !== undefined && { body: sent }),
      redirect: 'manual',
    })
    const text = await answer.text()
    return { status: answer.status, headers: answer.headers, text, body: parse(text) }
  }
}

function parse(text: string): ServiceResponse['body'] {
  try {
    return JSON.parse(text)
  } catch {
    return undefined as unknown as ServiceResponse['body']
  }
}
