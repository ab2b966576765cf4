const SECRET_NAME =
  /authorization|api-?_?key|secret|token|password|passwd|cookie|credential|signature/i

/** Patterns of secrets within longer text, and their replacements. */
const SECRET_VALUES: readonly (readonly [RegExp, string])[] = [
  [/\b(https?:\/\/[^\s"'<>?#]+)\?[^\s"'<>]*X-Amz-[^\s"'<>]*/gi, '$1?[redacted]'],
  [/X-Amz-[A-Za-z-]+=[^&\s"'<>]*/gi, '[redacted]'],
  [/\bBearer\s+[^\s"',]+/gi, 'Bearer [redacted]'],
  [/\bwhsec_[A-Za-z0-9+/=_-]+/g, 'whsec_[redacted]'],
  [/\bdk_[A-Za-z0-9_-]{16,}/g, 'dk_[redacted]'],
  // Keys of OpenAI, and of servers that speak its interface.
  [/\bsk-[A-Za-z0-9_-]{16,}/g, 'sk-[redacted]'],
]

/** A quick test that any text with one of these secrets passes. Most text does not, and is not searched further. */
const MAY_HOLD_SECRET = /X-Amz-|Bearer|whsec_|dk_|sk-/i

const MAX_TEXT = 4096
const MAX_DEPTH = 6
const MAX_ITEMS = 50

/**
 * A copy of `value` for a log. Secrets are replaced, recognised by the name of their field and by the form of the
 * value. Strings, arrays and nesting are cut to a bounded size, which also ends cycles. Errors are expanded with their
 * causes. Never throws.
 */
export function redact(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value === 'bigint' || typeof value === 'symbol') return String(value)
  if (typeof value === 'function') return '[function]'
  if (typeof value !== 'object' || value === null) return value
  if (depth >= MAX_DEPTH) return '[…]'
  if (value instanceof Error) return redactError(value, depth)
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => redact(item, depth + 1))
  return redactFields(Object.entries(value), depth)
}

/** A copy of `text` for a log: secrets replaced, and cut to a bounded length. */
export function redactText(text: string): string {
  const cut = text.slice(0, MAX_TEXT)
  if (!MAY_HOLD_SECRET.test(cut)) return cut
  return SECRET_VALUES.reduce(
    (clean, [pattern, replacement]) => clean.replace(pattern, replacement),
    cut,
  )
}

function redactFields(entries: [string, unknown][], depth: number): Record<string, unknown> {
  return Object.fromEntries(
    entries
      .slice(0, MAX_ITEMS)
      .map(([name, value]) => [
        name,
        SECRET_NAME.test(name) && value !== null && value !== undefined
          ? '[redacted]'
          : redact(value, depth + 1),
      ]),
  )
}

function redactError(error: Error, depth: number): Record<string, unknown> {
  return {
    ...redactFields(Object.entries(error), depth),
    name: error.name,
    message: redactText(error.message),
    ...(error.stack === undefined ? {} : { stack: redactText(error.stack) }),
    ...(error.cause === undefined ? {} : { cause: redact(error.cause, depth + 1) }),
  }
}
