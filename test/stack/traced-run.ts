import {
  type GeneratorServer,
  startGeneratorServer,
} from '../functions/generators/generator-server.ts'
import { openAiDialect } from '../functions/generators/openai-dialect.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { type Run, startRun } from './start-run.ts'

/** A line of a function's log. */
export type Line = Record<string, unknown> & { function: string; message: string }

/** The key of its generator. */
export const GENERATOR_KEY = 'sk-a-key-that-no-log-may-hold'

/**
 * A run with the service's own worker, whose thread loads an engine, somebody who is notified of its jobs, and a
 * generator on loopback.
 */
type TracedRun = { run: Run; receiver: Receiver; generator: GeneratorServer; lines: Line[] }

let started: Promise<TracedRun> | undefined

/** What all suites of one test file share, because it takes longer to start than most of them. */
export function tracedRun(): Promise<TracedRun> {
  started ??= start()
  return started
}

/** Ends both; the next test file in this process starts its own. */
export async function closeTracedRun(): Promise<void> {
  const { run, receiver, generator } = await tracedRun()
  started = undefined
  await run.close()
  await receiver.close()
  await generator.close()
}

async function start(): Promise<TracedRun> {
  const receiver = await startReceiver()
  const lines: Line[] = []
  const notify = { webhook: receiver.url }
  const onLog = (line: string): void => void lines.push(JSON.parse(line))
  const generator = await startGeneratorServer(openAiDialect)
  const settings = {
    kind: 'openai' as const,
    url: `${generator.origin}/v1`,
    private: true,
    dollarsPerPicture: 0.02,
    model: 'own/painter-2',
  }
  // The first poll comes after a second, so that it finds a running task. A second worker loads an engine of its own.
  const run = await startRun(
    { WATCH_AFTER_SECONDS: '1' },
    {
      notify,
      onLog,
      generator: { settings, key: GENERATOR_KEY },
      workers: { pictures: 1, videos: 1 },
    },
  )
  return { run, receiver, generator, lines }
}
