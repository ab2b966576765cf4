import type * as z from 'zod/mini'
import { fieldName } from './describe-issue.ts'

/** A member of an object that its schema does not know. */
export type UnknownName = { path: string; name: string; known: readonly string[] }

/** The same with its path part by part. */
type UnknownMember = Omit<UnknownName, 'path'> & { path: readonly PropertyKey[] }

type Definition = {
  type?: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
}
type Schema = { def?: Definition }

/** The first member of `value`, at any depth, that no object schema along its path knows. */
export function findUnknownName(schema: z.ZodMiniType, value: unknown): UnknownName | undefined {
  const found = unknownNames(schema, value).next().value
  return found && { ...found, path: fieldName([...found.path]) }
}

/**
 * The members of `value`, at any depth, that no object schema along their paths knows, in their order. The schemas of
 * the API ignore such members, so that a slip of the pen would be an effect that is quietly left out.
 */
export const unknownNames = function* (
  schema: z.ZodMiniType,
  value: unknown,
  at: readonly PropertyKey[] = [],
): Generator<UnknownMember, undefined> {
  const { type, shape, innerType, element } = (schema as unknown as Schema).def ?? {}
  const below = (next: Schema) => next as unknown as z.ZodMiniType
  if (innerType) return yield* unknownNames(below(innerType), value, at)
  if (typeof value !== 'object' || value === null) return undefined
  if (type === 'array' && element && Array.isArray(value)) {
    for (const [n, each] of value.entries()) {
      yield* unknownNames(below(element), each, [...at, n])
    }
  }
  if (type !== 'object' || !shape || Array.isArray(value)) return undefined
  const known = Object.keys(shape)
  for (const [name, member] of Object.entries(value)) {
    const schemaOfMember = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (schemaOfMember) yield* unknownNames(below(schemaOfMember), member, [...at, name])
    else yield { path: [...at, name], name, known }
  }
  return undefined
}
