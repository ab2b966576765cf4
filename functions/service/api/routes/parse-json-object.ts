import { Failure } from '../../../../catalog/failures/failure.ts'

/** Parses a request body, which must be a JSON object in UTF-8 (RFC 8259). Throws `BadRequest`. */
export function parseJsonObject(body: Uint8Array): Record<string, unknown> {
  const value = parse(body)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Failure('BadRequest')
  }
  return value as Record<string, unknown>
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function parse(body: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(body))
  } catch (cause) {
    throw new Failure('BadRequest', undefined, { cause })
  }
}
