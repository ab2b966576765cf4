import { S3Error } from '../s3-error.ts'
import type { Condition, Policy } from './read-policy.ts'

/** Fields that need no condition (API Reference, "POST Policy", Conditions). */
const FREE = ['x-amz-signature', 'file', 'policy']

/**
 * Checks the fields of a form, their variables replaced, against its policy.
 *
 * @param fields by lower-case name, with the bucket that the form is sent to, which needs a condition too
 * @param now milliseconds since 1970
 * @throws S3Error `AccessDenied`, "Invalid according to Policy: …".
 */
export function checkPolicy(
  { expires, conditions }: Policy,
  fields: ReadonlyMap<string, string>,
  now: number,
): void {
  if (now > expires) throw denied('Policy expired.')
  const failed = conditions.find((condition) => !holds(condition, fields))
  if (failed) throw denied(`Policy Condition failed: ${failed.text}`)
  const named = new Set([...FREE, ...conditions.map(({ field }) => field)])
  const extra = [...fields.keys()].filter(
    (name) => !named.has(name) && !name.startsWith('x-ignore-'),
  )
  if (extra.length > 0) throw denied(`Extra input fields: ${extra.join(', ')}`)
}

function holds({ kind, field, value }: Condition, fields: ReadonlyMap<string, string>): boolean {
  const given = fields.get(field)
  if (given === undefined) return false
  if (kind === 'eq') return given === value
  // Several types with commas between them are a list, of which each has to meet the condition.
  const values = field === 'content-type' ? given.split(',').map((type) => type.trim()) : [given]
  return values.every((each) => each.startsWith(value))
}

function denied(reason: string): S3Error {
  return new S3Error('AccessDenied', { message: `Invalid according to Policy: ${reason}` })
}
