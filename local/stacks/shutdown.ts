/** The order in which a local run ends: no new work, then the work, then what keeps data, then the folder. */
const PHASES = ['intake', 'work', 'stores', 'folder'] as const

export type Phase = (typeof PHASES)[number]

/** How long each phase may take before the next begins, in milliseconds; together less than five seconds. */
const LIMIT: Readonly<Record<Phase, number>> = {
  intake: 2_300,
  work: 600,
  stores: 1_700,
  folder: 300,
}

/** What has to be ended, collected while a run starts. */
export type Shutdown = {
  add(phase: Phase, close: () => unknown): void
  /** Ends everything, once; the parts of a phase end at the same time and one that fails does not hold up the others. */
  run(): Promise<void>
}

/** An empty shutdown. */
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
