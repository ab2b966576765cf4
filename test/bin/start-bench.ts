import { type Workbench, workbenchAt } from '../../bin/workbench.ts'
import { type Run, startRun } from '../stack/start-run.ts'

/** A run, and the pipeline of it as the command line opens it. */
export const startBench = async (): Promise<{
  run: Run
  bench: Workbench
  close(): Promise<void>
}> => {
  const run = await startRun()
  const bench = workbenchAt(run.at)
  return {
    run,
    bench,
    close: async () => {
      bench.close()
      await run.close()
    },
  }
}
