import type { Identity } from './identity.ts'

/** A resource of a stack with its names. `properties` evaluates its intrinsic functions on each call. */
export type Resource = {
  readonly stack: string
  readonly logicalId: string
  readonly type: string
  readonly metadata: Readonly<Record<string, unknown>>
  identity(): Identity
  properties(): Record<string, unknown>
}

/** The stacks of an assembly, read as one. */
export type AssemblyModel = {
  readonly resources: readonly Resource[]
  ofType(type: string): Resource[]
  /** Every output of every stack, evaluated: stack name -> output name -> value. */
  outputs(): Record<string, Record<string, unknown>>
}
