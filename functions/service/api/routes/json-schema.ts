import * as z from 'zod/mini'
import type { JsonSchema } from './route.ts'

/** The JSON Schema of what a schema takes in, without the bounds that only say how large a whole number can be. */
export function jsonSchema(schema: z.ZodMiniType): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => {
      if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum
      if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum
    },
  })
  return rest
}
