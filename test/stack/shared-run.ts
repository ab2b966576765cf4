import { type Run, startRun } from './start-run.ts'

/** What functions log in the run of this kind. */
export const consoleLog: string[] = []

const KINDS = {
  plain: () => startRun(),
  console: () => {
    consoleLog.length = 0
    const onLog = (line: string): void => void consoleLog.push(JSON.stringify(line))
    return startRun({}, { console: true, consoleRole: 'viewer', onLog })
  },
  /** With the engine of the process: only this one loads it. */
  warm: async () => {
    const { warmWorker } = await import('./warm-worker.ts')
    return await startRun({}, { throughout: warmWorker() })
  },
}

const started = new Map<keyof typeof KINDS, Promise<Run>>()

/** A run that all suites of one test file share: its start takes as long as two jobs. */
export async function sharedRun(kind: keyof typeof KINDS): Promise<Run> {
  const run = started.get(kind) ?? KINDS[kind]()
  started.set(kind, run)
  return await run
}

/** Ends what {@link sharedRun} has started; the next test file in this process starts its own. */
export async function closeSharedRun(kind: keyof typeof KINDS): Promise<void> {
  const run = await sharedRun(kind)
  started.delete(kind)
  await run.close()
}
