import type { MemoryTable } from './memory-table.ts'
import type { BatchVariant } from './world.ts'

/** The first token of each chunk, by the table of a run. */
const FIRST_TOKENS = new WeakMap<MemoryTable, Map<string, string>>()

/** Deliberately broken copies of the rules of batches. The checks must notice each of them. */
export const BATCH_VARIANTS = {
  'a chunk waits under its first token': {
    batches: (batches, table) => {
      const first = FIRST_TOKENS.get(table) ?? new Map<string, string>()
      FIRST_TOKENS.set(table, first)
      return {
        ...batches,
        removeJobs: async (batch, chunk, jobs) => {
          const token = await batches.removeJobs(batch, chunk, jobs)
          return token && first.get(`${batch}#${chunk}`)
        },
        openChunk: async (opened) => {
          const place = `${opened.batch}#${opened.chunk}`
          first.set(place, first.get(place) ?? opened.token)
          return batches.openChunk(opened)
        },
      }
    },
  },
  'a chunk forgets what it had begun': {
    batches: (batches) => ({ ...batches, openedItems: async () => undefined }),
  },
  'nothing is tried again': {
    definition: (definition) =>
      JSON.parse(
        JSON.stringify(definition, (name, value) => (name === 'Retry' ? undefined : value)),
      ),
  },
} satisfies Record<string, BatchVariant>
