import * as z from 'zod/mini'
import { parseBudget } from '../costs/budget.ts'

const count = z.int().check(z.gte(1))

const shape = z.object({
  openFiles: count,
  workers: z.optional(z.object({ pictures: count, videos: count })),
  budget: z.optional(z.unknown()),
})

/** What bounds the files of a pipeline, as its stack says. */
export type PipelineBounds = {
  /** Dropped files that are under way at once. */
  openFiles: number
  /** Tasks that its own service works on at once; absent where another's service does. */
  workers?: { pictures: number; videos: number } | undefined
  /** What a day may spend. */
  budget?: ReturnType<typeof parseBudget> | undefined
}

/** Parses the bounds that a stack tells. Throws where they have another form. */
export function parsePipelineBounds(text: string): PipelineBounds {
  const { budget, ...rest } = z.parse(shape, JSON.parse(text))
  return { ...rest, ...(budget !== undefined && { budget: parseBudget(budget) }) }
}
