import { connectLocal } from '../../functions/service/accounts/connect-local.ts'
import { startLocal } from '../../local/run/start-local.ts'
import { noopWorker } from './noop-worker.ts'

/**
 * `node noop-process.ts <data folder>`: what `darkroom start` runs, but with an engine that does nothing. Says `ready`
 * once it is, and goes on until it is killed.
 */
const [dataDir = ''] = process.argv.slice(2)
await startLocal({ dataDir, port: 0, connect: connectLocal, intercept: noopWorker() })
process.stdout.write('ready\n')
