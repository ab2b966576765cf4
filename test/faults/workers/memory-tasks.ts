import type { Generation } from '../../../catalog/generator/generation.ts'
import type { Lease } from '../../../functions/service/core/model/lease.ts'
import type { Task } from '../../../functions/service/core/model/task.ts'
import type { TaskStore } from '../../../functions/service/core/ports/task-store.ts'

/** A write to a task that a worker made as the holder of a lease, and who held the newest lease then. */
export type HeldWrite = { task: string; verb: string; holder: string; newest: string }

type Stored = Omit<Task, 'generations'> & {
  generations?: (Generation | null)[]
  /** What the generator calls each call. */
  tickets?: Record<number, string>
}

export type MemoryTasks = TaskStore & {
  all(): Task[]
  /** Every terminal record of a task. */
  ends: Map<string, string[]>
  /** The newest lease of each task, as it was taken or renewed last. */
  newest: Map<string, Lease>
  writes: HeldWrite[]
}

/** What of the store's conditions is left out, to see whether the checks notice. */
export type BrokenStore = {
  lease?: true
  fence?: true
  listing?: true
  tickets?: true
  settledTickets?: true
}

/** Tasks in memory, with the conditions that the table has for every write. */
export function memoryTasks(broken: BrokenStore = {}): MemoryTasks {
  const tasks = new Map<string, Stored>()
  const ends = new Map<string, string[]>()
  const newest = new Map<string, Lease>()
  const writes: HeldWrite[] = []

  const read = (id: string): Task | undefined => {
    const found = tasks.get(id)
    if (!found) return undefined
    const { generations, tickets: _, ...task } = structuredClone(found)
    const made = (generations ?? []).filter((one) => one !== null)
    return { ...task, ...(made.length > 0 && { generations: made }) }
  }
  const change = (id: string, fields: Partial<Stored>): Task => {
    tasks.set(id, { ...(tasks.get(id) as Stored), ...structuredClone(fields) })
    const task = read(id) as Task
    if (task.status !== 'running') ends.set(id, [...(ends.get(id) ?? []), JSON.stringify(task)])
    return task
  }
  /** Whether a task runs and is the holder's, and notes the write that follows. */
  const isHeld = (id: string, verb: string, holder: string | undefined): boolean => {
    const task = tasks.get(id)
    if (task?.status !== 'running') return false
    if (holder === undefined) return true
    if (!broken.fence && task.lease?.holder !== holder) return false
    writes.push({ task: id, verb, holder, newest: newest.get(id)?.holder ?? '' })
    return true
  }
  const without = (id: string, field: 'lease'): Stored => {
    const { [field]: _, ...rest } = tasks.get(id) as Stored
    return rest
  }

  const store: Partial<MemoryTasks> = {
    ends,
    newest,
    writes,
    all: () => [...tasks.keys()].map((id) => read(id) as Task),
    get: async (id) => read(id),
    create: async (task) => {
      if (tasks.has(task.id)) return false
      tasks.set(task.id, structuredClone(task))
      return true
    },
    takeLease: async (id, lease, now) => {
      const task = tasks.get(id)
      if (task?.status !== 'running') return undefined
      const isFree = !task.lease || task.lease.until <= now || task.lease.holder === lease.holder
      if (!isFree && !broken.lease) return undefined
      newest.set(id, lease)
      return change(id, { lease, startedAt: task.startedAt ?? Math.floor(now / 1000) })
    },
    renewLease: async (id, lease) => {
      if (!isHeld(id, 'renewLease', lease.holder)) return false
      if (newest.get(id)?.holder === lease.holder) newest.set(id, lease)
      change(id, { lease })
      return true
    },
    releaseLease: async (id, holder) => {
      if (!isHeld(id, 'releaseLease', holder)) return
      tasks.set(id, without(id, 'lease'))
    },
    finish: async (id, outcome, finishedAt, holder) => {
      const units = 'units' in outcome ? (outcome.units ?? 0) : 0
      if ((tasks.get(id)?.units ?? 0) < units || !isHeld(id, 'finish', holder)) return undefined
      tasks.set(id, without(id, 'lease'))
      return change(id, { ...outcome, finishedAt })
    },
    lowerUnits: async () => false,
    noteProgress: async (id, holder) => isHeld(id, 'noteProgress', holder),
    beginGeneration: async (id, holder, { nth, most, told }) => {
      const { generationsBegun = 0, generationDollars = 0, generations = [] } = tasks.get(id) ?? {}
      const isMine = !broken.fence && tasks.get(id)?.lease?.holder !== holder
      if (tasks.get(id)?.status !== 'running' || isMine) return 'not held'
      if (generationsBegun > nth) {
        const ticket = tasks.get(id)?.tickets?.[nth]
        return ticket === undefined ? 'begun before' : { ticket }
      }
      if (generationsBegun < nth || generationDollars + told.dollars > most) return 'too dear'
      isHeld(id, 'beginGeneration', holder)
      change(id, {
        generationsBegun: nth + 1,
        generationDollars: generationDollars + told.dollars,
        ...(!broken.listing && { generations: [...generations, told] }),
      })
      return 'begun'
    },
    keepTicket: async (id, holder, nth, ticket) => {
      if (!isHeld(id, 'keepTicket', holder)) return false
      if (!broken.tickets) change(id, { tickets: { ...tasks.get(id)?.tickets, [nth]: ticket } })
      return true
    },
    settleGeneration: async (id, holder, nth, generation) => {
      if (!isHeld(id, 'settleGeneration', holder)) return false
      const { generations = [] } = tasks.get(id) as Stored
      change(id, { generations: generations.toSpliced(nth, 1, generation ?? null) })
      if (broken.settledTickets) change(id, { tickets: {} })
      return true
    },
    runningCreatedBefore: async ({ waiting, begun }) =>
      [...tasks.values()]
        .filter(({ status }) => status === 'running')
        .filter(({ startedAt, createdAt }) => createdAt < (startedAt ? begun : waiting))
        .map(({ id }) => id),
  }
  return store as MemoryTasks
}
