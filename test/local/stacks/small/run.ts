import { startStacks } from '../../../../local/stacks/start-stacks.ts'
import { synthesize } from '../../../../local/stacks/synthesize.ts'
import { buildSmall, SMALL_ROOT } from './small-stack.ts'

// A process of its own, for tests that kill it. `run.ts <data folder>` prints the name of its table of outputs and
// keeps running.
const stacks = await startStacks({
  assembly: synthesize(buildSmall),
  root: SMALL_ROOT,
  dataDir: process.argv[2]!,
  // This delivery never ends, so its message is in flight when the process dies.
  intercept: (call, next) =>
    JSON.stringify(call.payload).includes('stuck') ? new Promise(() => undefined) : next(),
})
process.stdout.write(
  `${JSON.stringify({ endpoints: stacks.endpoints, credentials: stacks.credentials })}\n`,
)
