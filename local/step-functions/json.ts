/** A JSON value, the data of a state. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

/** The most UTF-8 bytes of one input, output, result or argument (Step Functions service quotas). */
export const maxPayloadBytes = 262_144

/** The UTF-8 bytes of a value as JSON. */
export function jsonBytes(value: Json): number {
  return Buffer.byteLength(JSON.stringify(value))
}

/** True for a JSON object; false for an array and null. */
export function isObject(value: unknown): value is { [name: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
