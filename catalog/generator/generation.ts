import * as z from 'zod/mini'

/** What generators are asked for. */
const OPERATIONS = ['fill', 'extend', 'restyle', 'animate', 'dress'] as const

/** What a generator was used for in a task, and what it cost. */
export type Generation = {
  /** The generator's name, e.g. `bedrock`. */
  generator: string
  operation: (typeof OPERATIONS)[number]
  model: string
  /** The model's version, where the generator names it. */
  version?: string | undefined
  /** What the generator lists or says it cost. */
  dollars: number
  /** Present where the answer was lost, so that it is not known whether it was paid. */
  lost?: true | undefined
}

const name = z.string().check(z.regex(/^[\x20-\x7e]{1,200}$/))

/** The schema of a generation, as it stands in receipts. */
export const GENERATION = z.object({
  generator: name.check(z.describe('Its name, e.g. `bedrock`.')),
  operation: z.enum(OPERATIONS).check(z.describe('What it was asked for.')),
  model: name.check(z.describe('As the generator names it.')),
  version: z.optional(name.check(z.describe('Of the model, where the generator names it.'))),
  dollars: z.number().check(z.gte(0), z.lte(10_000), z.describe('As the generator lists or says.')),
  lost: z.optional(
    z.literal(true).check(z.describe('Its answer was lost: it is not known whether it was paid.')),
  ),
})

/** Header with what generators did for a task, on status answers and webhooks. Other services do not send it. */
export const GENERATIONS_HEADER = 'darkroom-generations'

/** The most generations of one task that are told. */
const MAX_TOLD = 16

/** Generations as a header: JSON in ASCII; none where nothing was generated. */
export function generationHeaders(generations: readonly Generation[]): Record<string, string> {
  if (generations.length === 0) return {}
  const told = generations.slice(0, MAX_TOLD).map((generation) => ({
    ...generation,
    model: printable(generation.model),
    ...(generation.version !== undefined && { version: printable(generation.version) }),
  }))
  return { [GENERATIONS_HEADER]: JSON.stringify(told) }
}

/** A generator chooses these names, and a header holds printable ASCII (RFC 9110, section 5.5). */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 200) || '?'
}

const list = z.array(GENERATION).check(z.maxLength(MAX_TOLD))

/** Reads generations from a header; undefined unless it has this form, because it is stored and shown. */
export function generationsFromHeader(header: string | null | undefined): Generation[] | undefined {
  if (!header || header.length > 16_000) return undefined
  try {
    const parsed = z.safeParse(list, JSON.parse(header))
    return parsed.success && parsed.data.length > 0 ? parsed.data : undefined
  } catch {
    return undefined
  }
}
