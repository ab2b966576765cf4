/** The order in which a local run stops: new work, work under way, data stores, the folder. */
const PHASES = ['intake', 'work', 'stores', 'folder'] as const

/** One step of the shutdown. */
export type Phase = (typeof PHASES)[number]

/** How many milliseconds each phase may take before the next begins; less than five seconds together. */
const LIMIT: Readonly<Record<Phase, number>> = {
  intake: 2_300,
  work: 600,
  stores: 1_700,
  folder: 300,
}

/** What has to be closed, collected while a run starts. */
export type Shutdown = {
  add(phase: Phase, close: () => unknown): void
  /**
   * Closes everything, once. The parts of a phase close at the same time, and one that fails does not delay the
   * others.
   */
  run(): Promise<void>
}

/** Creates an empty shutdown. */
export function createShutdown(): Shutdown {
  const parts: Array<{ phase: Phase; close: () => unknown }> = []
  let running: Promise<void> | undefined

  const end = async (): Promise<void> => {
    for (const phase of PHASES) {
      const ending = parts
        .filter((part) => part.phase === phase)
        .reverse()
        .map(async (part) => part.close())
      await orLimit(Promise.allSettled(ending), LIMIT[phase])
    }
  }
  return {
    add: (phase, close) => {
      parts.push({ phase, close })
    },
    run: () => {
      running ??= end()
      return running
    },
  }
}

async function orLimit(work: Promise<unknown>, limit: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, limit)
  })
  await Promise.race([work, late])
  clearTimeout(timer)
}
