import type { FieldProblem, Path } from './problems.ts'
import type { Schema } from './schema.ts'

/** What every field of the form is given. */
export type FieldProps = {
  schema: Schema
  value: unknown
  /** Takes the new value; undefined leaves the field out. */
  set: (value: unknown) => void
  path: Path
  problems: readonly FieldProblem[]
}

/** A field is called as the interface calls it, in words; a place of a list as the list, with its number from 1. */
export function labelOf(path: Path): string {
  const last = path.at(-1)
  return typeof last === 'number'
    ? `${labelOf(path.slice(0, -1))} ${last + 1}`
    : String(last).replaceAll('_', ' ')
}
