import type { z } from 'zod'
import type { Identity } from './identity.ts'
import { TemplateError } from './template.ts'

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

/**
 * Reads the properties of a resource in the form that `schema` describes.
 * @throws TemplateError naming stack, resource, property and rule
 */
export function readProperties<S extends z.ZodType>(resource: Resource, schema: S): z.infer<S> {
  const parsed = schema.safeParse(resource.properties())
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [`${resource.stack}/${resource.logicalId}`, ...(issue?.path ?? [])].join('.')
  throw new TemplateError(`${path}: ${issue?.message}`)
}
