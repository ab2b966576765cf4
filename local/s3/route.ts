import type { Action } from './call.ts'

/** One operation: where it is asked for, the parameters it needs, and those it may have. */
export type Route = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  on: 'service' | 'bucket' | 'object'
  needs: readonly string[]
  takes?: readonly string[]
  /** Headers of a change that make it conditional and that the operation checks. */
  conditions?: readonly string[]
  /** Whether the request names a copy source. */
  copies?: boolean
  /** Whether the request is a form. */
  form?: boolean
  /** The right it needs; DeleteObjects asks for each object itself. */
  right?: string
  action: Action
}
