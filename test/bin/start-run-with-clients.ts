import { localPipelineClients, type OpenedPipeline } from '../../bin/connection/pipeline-clients.ts'
import { type Run, startRun } from '../stack/start-run.ts'

/** A run, and the pipeline of it as the command line opens it. */
export async function startBench(): Promise<{
  run: Run
  bench: OpenedPipeline
  close(): Promise<void>
}> {
  const run = await startRun()
  const bench = localPipelineClients(run.at)
  return {
    run,
    bench,
    close: async () => {
      bench.close()
      await run.close()
    },
  }
}
