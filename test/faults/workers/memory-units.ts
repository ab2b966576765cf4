import type { Reservation, UnitStore } from '../../../functions/service/core/ports/unit-store.ts'

export type MemoryUnits = UnitStore & {
  /** What each task was charged, each time that its reservation was closed by a charge. */
  charges: Map<string, number[]>
  reserved: ReadonlyMap<string, Reservation>
}

/** The units of one account that has enough of them, in memory. */
export function memoryUnits(): MemoryUnits {
  const reserved = new Map<string, Reservation>()
  const charges = new Map<string, number[]>()
  const holds = (taskId: string, id: string): boolean => reserved.get(taskId)?.id === id
  const store: Partial<MemoryUnits> = {
    reserved,
    charges,
    reserve: async (_, { taskId, id, most, at }) => {
      const held = reserved.get(taskId) ?? { taskId, id, units: most, lots: [], at }
      reserved.set(taskId, held)
      return { held, all: [...reserved.values()] }
    },
    charge: async (_, { taskId, id }, { units }) => {
      if (!holds(taskId, id)) return
      reserved.delete(taskId)
      charges.set(taskId, [...(charges.get(taskId) ?? []), units])
    },
    release: async (_, { taskId, id }) => {
      if (holds(taskId, id)) reserved.delete(taskId)
    },
  }
  return store as MemoryUnits
}
