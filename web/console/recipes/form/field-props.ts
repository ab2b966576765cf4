import type { RecipeFinding } from '../../../../catalog/console/recipes.ts'
import type { Path } from './problems.ts'
import type { Schema } from './schema.ts'

/** What every field of the form is given. */
export type FieldProps = {
  schema: Schema
  value: unknown
  /** Takes the new value; undefined leaves the field out. */
  set: (value: unknown) => void
  path: Path
  problems: readonly RecipeFinding[]
}

/** A field is called as the interface calls it, in words. */
export function labelOf(path: Path): string {
  return String(path.at(-1)).replaceAll('_', ' ')
}
