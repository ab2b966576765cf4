import type { Json } from '../json.ts'

/** What an expression sees in `$states` besides the input and the context. */
export type StatesExtra = {
  result?: Json
  errorOutput?: Json
  item?: { Index: number; Value: Json }
}

/** The result of a state: its value, its part of `$states`, and the fields that say where the flow continues. */
export type StateResult = {
  /** The output when there is no Output field. */
  value: Json
  extra: StatesExtra
  fields: { Next?: string; Assign?: { [name: string]: Json }; Output?: Json }
}
