import { type Run, startRun } from './start-run.ts'

let started: Promise<Run> | undefined

/** A run as it is by itself, which all suites of one test file share: its start takes as long as two jobs. */
export function plainRun(): Promise<Run> {
  started ??= startRun()
  return started
}

/** The next test file in this process starts its own. */
export async function closePlainRun(): Promise<void> {
  const run = await plainRun()
  started = undefined
  await run.close()
}
