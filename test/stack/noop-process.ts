import { connectLocal } from '../../functions/service/core/accounts/connect-local.ts'
import type { Intercept } from '../../local/lambda/hosted-function.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { noopWorker, WORKER } from './noop-worker.ts'
import { streamingWorker } from './streaming-worker.ts'

/** Kept before the run starts, because a run writes the output of its functions to its log. */
const write = process.stdout.write.bind(process.stdout)
function say(line: string): void {
  void write(`${line}\n`)
}

/**
 * `node noop-process.ts <data folder> [kind]`: what `darkroom start` runs, with an engine that does nothing (`noop`),
 * one that streams long videos (`streaming`), one that takes tasks, prints `held` and never ends them (`held`), the
 * real one (`real`), or the real one with every video shared by two workers (`sharing`). Prints `ready` once it is, and
 * runs until it is killed.
 */
const [dataDir = '', kind = 'noop'] = process.argv.slice(2)
const intercepts: Record<string, () => Intercept | undefined> = {
  noop: () => noopWorker(),
  streaming: () => streamingWorker((what, { size, sha256 }) => say(`${what} ${size} ${sha256}`)),
  held: () => (call, next) => {
    if (call.entry !== WORKER) return next()
    say('held')
    return new Promise(() => undefined)
  },
  real: () => undefined,
  sharing: () => undefined,
}
const intercept = intercepts[kind]?.()
await startLocal({
  dataDir,
  port: 0,
  connect: connectLocal,
  ...(intercept && { intercept }),
  // The stand-in carries every feature out.
  environment: {
    SERVICE_OFFER: '',
    ...(kind === 'sharing' && { SHARING: JSON.stringify({ alone: 0, segment: 1e6 }) }),
  },
})
say('ready')
