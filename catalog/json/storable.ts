import { fieldName } from '../issues/describe-issue.ts'

/**
 * The least magnitude of a number that the database stores, besides zero (Amazon DynamoDB Developer Guide, "Supported
 * data types": 1E-130 to 9.9…E+125). No parameter has a use for a smaller one.
 */
const LEAST_MAGNITUDE = 1e-130

/**
 * A JSON value as the stores can hold it: numbers of a smaller magnitude than the database stores are zero. Gives the
 * very same value where nothing had to change. Texts must be well-formed Unicode: a half of a surrogate pair, which
 * JSON can express by an escape, has no UTF-8 form. Throws what `refuse` makes of the sentence that names the field.
 *
 * The value's names and depth must be bounded, as those of what a schema gives are.
 */
export function storable<T>(value: T, refuse: (sentence: string) => Error): T {
  return stored(value, [], refuse) as T
}

function stored(value: unknown, path: PropertyKey[], refuse: (sentence: string) => Error): unknown {
  if (typeof value === 'number') return Math.abs(value) < LEAST_MAGNITUDE ? 0 : value
  if (typeof value === 'string') {
    if (value.isWellFormed()) return value
    throw refuse(`${fieldName(path)} doesn't match the required format.`)
  }
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, item]) => {
    const part = Array.isArray(value) ? Number(name) : name
    return [name, stored(item, [...path, part], refuse)] as const
  })
  const before = value as Record<string, unknown>
  if (entries.every(([name, kept]) => Object.is(before[name], kept))) return value
  return Array.isArray(value) ? entries.map(([, kept]) => kept) : Object.fromEntries(entries)
}
