import { z } from 'zod'
import { S3Error } from '../s3-error.ts'

/** A rule on one field of a form. `text` shows it as error messages do. */
export type Condition = {
  kind: 'eq' | 'starts-with'
  /** Lower case. */
  field: string
  value: string
  text: string
}

/** What a form may upload. Sizes in bytes, both included. */
export type Policy = {
  /** Milliseconds since 1970. */
  expires: number
  conditions: readonly Condition[]
  least: number
  most: number
}

const Document = z.record(z.string(), z.unknown())
const Fields = z.record(z.string(), z.unknown())

/**
 * Reads the policy of a form: base64 of a JSON document (API Reference, "POST Policy").
 *
 * @throws S3Error `InvalidPolicyDocument`.
 */
export function readPolicy(base64: string): Policy {
  const document = Document.safeParse(parse(base64))
  if (!document.success) throw invalid('Invalid JSON.')
  const { expiration, conditions, ...others } = document.data
  if (expiration === undefined) throw invalid('Policy missing expiration.')
  if (conditions === undefined) throw invalid('Policy missing conditions.')
  const [other] = Object.keys(others)
  if (other !== undefined) throw invalid(`Unexpected: '${other}'`)
  if (!Array.isArray(conditions)) throw invalid("Invalid 'conditions' value: must be a List.")
  const policy = {
    expires: expiry(expiration),
    conditions: [] as Condition[],
    least: 0,
    most: MOST,
  }
  for (const condition of conditions) {
    if (isRange(condition)) {
      const [least, most] = range(condition)
      policy.least = Math.max(policy.least, least)
      policy.most = Math.min(policy.most, most)
    } else {
      policy.conditions.push(fieldCondition(condition))
    }
  }
  return policy
}

const MOST = Number.MAX_SAFE_INTEGER

function parse(base64: string): unknown {
  try {
    // A policy may escape `$` and a vertical tab, which JSON does not know ("Character Escaping").
    const text = Buffer.from(base64, 'base64').toString('utf8').replace(/\\(.)/gs, unescaped)
    return JSON.parse(text)
  } catch {
    throw invalid('Invalid JSON.')
  }
}

function unescaped(pair: string, character: string): string {
  return character === '$' ? '$' : character === 'v' ? '\\u000b' : pair
}

function expiry(value: unknown): number {
  const iso =
    typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/.test(value)
  const expires = iso ? Date.parse(value) : Number.NaN
  if (Number.isNaN(expires)) throw invalid(`Invalid 'expiration' value: '${value}'`)
  return expires
}

function isRange(condition: unknown): condition is unknown[] {
  return Array.isArray(condition) && operation(condition) === 'content-length-range'
}

function range(condition: unknown[]): [least: number, most: number] {
  if (condition.length !== 3)
    throw invalid('Invalid content-length-range: wrong number of arguments.')
  const [least, most] = condition.slice(1).map(wholeNumber)
  if (!Number.isSafeInteger(least) || !Number.isSafeInteger(most) || least! < 0 || most! < least!) {
    throw invalid('Invalid content-length-range: sizes must be whole numbers in ascending order.')
  }
  return [least!, most!]
}

function wholeNumber(value: unknown): number {
  return typeof value === 'number' || /^\d{1,15}$/.test(String(value)) ? Number(value) : Number.NaN
}

function fieldCondition(condition: unknown): Condition {
  if (Array.isArray(condition)) return listCondition(condition)
  const fields = Fields.safeParse(condition)
  if (!fields.success) throw invalid('Invalid condition test: must be a List or Object.')
  const [[field, value] = [], ...others] = Object.entries(fields.data)
  if (field === undefined || others.length > 0) {
    throw invalid(
      'Invalid Simple-Condition: Simple-Conditions must have exactly one property specified.',
    )
  }
  if (typeof value !== 'string') {
    throw invalid('Invalid Simple-Condition: value must be a string.')
  }
  return shown('eq', field, value)
}

function listCondition(condition: unknown[]): Condition {
  const kind = operation(condition)
  if (kind === '') throw invalid('Invalid Condition: missing operation identifier.')
  if (kind !== 'eq' && kind !== 'starts-with') {
    throw invalid(`Invalid Condition: unknown operation '${kind}'.`)
  }
  const [, field, value] = condition
  if (condition.length !== 3) throw invalid(`Invalid ${kind}: wrong number of arguments.`)
  if (typeof field !== 'string' || !/^\$./s.test(field) || typeof value !== 'string') {
    throw invalid(`Invalid ${kind}: expecting "$field" and a string.`)
  }
  return shown(kind, field.slice(1), value)
}

function operation([name]: unknown[]): string {
  return typeof name === 'string' ? name.toLowerCase() : ''
}

function shown(kind: Condition['kind'], field: string, value: string): Condition {
  const text = `[${[kind, `$${field}`, value].map((part) => JSON.stringify(part)).join(', ')}]`
  return { kind, field: field.toLowerCase(), value, text }
}

function invalid(reason: string): S3Error {
  return new S3Error('InvalidPolicyDocument', { message: `Invalid Policy: ${reason}` })
}
