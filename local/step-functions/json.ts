/** What a state may carry: a JSON value. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The most bytes (UTF-8) of one input, output, result or argument: the payload quota of Step Functions. */
export const maxPayloadBytes = 262_144

/** UTF-8 bytes of a value written as JSON. */
export function jsonBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** True for a JSON object (neither array nor null). */
export function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
