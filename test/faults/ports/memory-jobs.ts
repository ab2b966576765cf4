import type { Ending, Job, Jobs } from '../../../functions/pipeline/core/ports/job.ts'
import type { Place } from '../../../functions/pipeline/core/ports/turns.ts'
import { sortableSequencer } from '../../../functions/pipeline/core/sources/sequencer.ts'

/** Jobs in memory, with every version of each record, so that a changed ending is found. */
export type MemoryJobs = Jobs & {
  all(): Job[]
  versionsOf(id: string): Job[]
  /** Where jobs stand in line, or stood. */
  readonly line: Map<string, Place>
  /** What `finish` must not do. */
  overwrite(id: string, ending: Ending): void
}

export function memoryJobs(): MemoryJobs {
  const versions = new Map<string, Job[]>()
  const current = (id: string): Job | undefined => versions.get(id)?.at(-1)
  const write = (job: Job): void => {
    versions.set(job.id, [...(versions.get(job.id) ?? []), structuredClone(job)])
  }
  const told = new Set<string>()
  const settled = new Map<string, string>()
  const newest = new Map<string, string>()
  const place = ({ bucket, key }: { bucket: string; key: string }) => JSON.stringify([bucket, key])
  return {
    line: new Map(),
    create: async (job) => {
      if (!current(job.id)) write(job)
      return structuredClone(current(job.id))
    },
    get: async (id) => structuredClone(current(id)),
    finish: async (id, ending) => {
      const job = current(id)
      if (job?.status === 'running') write({ ...job, ...ending })
      return structuredClone(current(id))
    },
    enlist: async () => {},
    overwrite: (id, ending) => {
      const job = current(id)
      if (job) write({ ...job, ...ending })
    },
    fund: async (id, funding) => {
      const job = current(id)
      if (job && !job.funding && ['running', 'parked'].includes(job.status)) {
        const { parked: _, ...rest } = job
        write({ ...rest, status: 'running', funding })
      }
      return structuredClone(current(id))
    },
    park: async (id, parked) => {
      const job = current(id)
      if (job?.status === 'running' && !job.funding) write({ ...job, status: 'parked', parked })
      return structuredClone(current(id))
    },
    markBatched: async (id) => {
      const job = current(id)
      if (job?.status === 'running' || job?.status === 'parked') write({ ...job, batched: true })
    },
    claimSettlement: async (id, by) => {
      settled.set(id, settled.get(id) ?? by)
      return settled.get(id) ?? by
    },
    listParked: async () => ({
      jobs: [...versions.keys()]
        .flatMap((id) => structuredClone(current(id)) ?? [])
        .filter(({ status }) => status === 'parked')
        .sort((a, b) => a.createdAt.localeCompare(b.createdAt)),
    }),
    markAnnounced: async (id) => void told.add(id),
    wasAnnounced: async (id) => told.has(id),
    recordSequencer: async (object, sequencer) => {
      const seen = newest.get(place(object))
      const mine = sortableSequencer(sequencer)
      if (seen === undefined || seen < mine) newest.set(place(object), mine)
      return newest.get(place(object)) ?? mine
    },
    newestSequencer: async (object) => newest.get(place(object)),
    all: () => [...versions.values()].flatMap((each) => each.at(-1) ?? []),
    versionsOf: (id) => versions.get(id) ?? [],
  }
}
