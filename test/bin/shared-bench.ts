import { localPipelineClients, type OpenedPipeline } from '../../bin/connection/pipeline-clients.ts'
import { type Run, startRun } from '../stack/start-run.ts'

/** A run, and the pipeline of it as the command line opens it. */
type Bench = { run: Run; bench: OpenedPipeline }

let started: Promise<Bench> | undefined

/** What all suites of one test file share: a run takes longer to start than most of what is typed. */
export function sharedBench(): Promise<Bench> {
  started ??= start()
  return started
}

/** Ends both; the next test file in this process starts its own. */
export async function closeBench(): Promise<void> {
  const { run, bench } = await sharedBench()
  started = undefined
  bench.close()
  await run.close()
}

async function start(): Promise<Bench> {
  const run = await startRun()
  return { run, bench: localPipelineClients(run.at) }
}
