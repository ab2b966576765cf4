import { type Receiver, startReceiver } from './receiver.ts'
import { type Run, startRun } from './start-run.ts'

/** A line of a function's log. */
export type Line = Record<string, unknown> & { function: string; message: string }

/** A run with the service's own worker, whose thread loads an engine, and somebody who is notified of its jobs. */
type TracedRun = { run: Run; receiver: Receiver; lines: Line[] }

let started: Promise<TracedRun> | undefined

/** What all suites of one test file share, because it takes longer to start than most of them. */
export function tracedRun(): Promise<TracedRun> {
  started ??= start()
  return started
}

/** Ends both; the next test file in this process starts its own. */
export async function closeTracedRun(): Promise<void> {
  const { run, receiver } = await tracedRun()
  started = undefined
  await run.close()
  await receiver.close()
}

async function start(): Promise<TracedRun> {
  const receiver = await startReceiver()
  const lines: Line[] = []
  const notify = { webhook: receiver.url }
  const onLog = (line: string): void => void lines.push(JSON.parse(line))
  // The first poll comes after a second, so that it finds a running task.
  const run = await startRun({ WATCH_AFTER_SECONDS: '1' }, { notify, onLog })
  return { run, receiver, lines }
}
