import type * as z from 'zod/mini'

/** A member of an object that its schema does not know. */
export type UnknownName = { path: string; name: string; known: readonly string[] }

type Definition = {
  type?: string
  shape?: Record<string, Schema>
  innerType?: Schema
  element?: Schema
}
type Schema = { def?: Definition }

/**
 * The first member of `value`, at any depth, that no object schema along its path knows. The schemas of the API ignore
 * such members, so that a slip of the pen would be an effect that is quietly left out.
 */
export function findUnknownName(
  schema: z.ZodMiniType,
  value: unknown,
  path = '',
): UnknownName | undefined {
  const { type, shape, innerType, element } = (schema as unknown as Schema).def ?? {}
  const deeper = (next: Schema | undefined, below: unknown, at: string) =>
    next && findUnknownName(next as unknown as z.ZodMiniType, below, at)
  if (innerType) return deeper(innerType, value, path)
  if (typeof value !== 'object' || value === null) return undefined
  if (type === 'array' && Array.isArray(value)) {
    return firstOf(value.map((each, at) => () => deeper(element, each, `${path}[${at}]`)))
  }
  if (type !== 'object' || !shape || Array.isArray(value)) return undefined
  const known = Object.keys(shape)
  return firstOf(
    Object.entries(value).map(([name, below]) => () => {
      const at = path === '' ? name : `${path}.${name}`
      return Object.hasOwn(shape, name) ? deeper(shape[name], below, at) : { path: at, name, known }
    }),
  )
}

function firstOf(tries: (() => UnknownName | undefined)[]): UnknownName | undefined {
  for (const attempt of tries) {
    const found = attempt()
    if (found) return found
  }
  return undefined
}
