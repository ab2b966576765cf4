import * as z from 'zod/mini'
import { parseFields } from '../../../../catalog/json/parse-fields.ts'

/**
 * A parser of the query parameter `page_size`, which is a whole number from 1 to `most`. A missing one is `fallback`.
 * The parser throws `InvalidParameters`.
 */
export function createPageSizeParser(
  most: number,
  fallback: number,
): (text: string | undefined) => number {
  const schema = z.object({ page_size: z.int().check(z.gte(1), z.lte(most)) })
  return (text) => {
    if (text === undefined) return fallback
    const page_size = /^-?\d{1,15}$/.test(text) ? Number(text) : text
    return parseFields(schema, { page_size }).page_size
  }
}
