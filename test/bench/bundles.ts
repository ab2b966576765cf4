import { globSync } from 'node:fs'
import { dirname } from 'node:path'
import { gzipSync } from 'node:zlib'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bundleFunction } from './bundle-function.ts'
import { importTime } from './import-time.ts'

const API = 'functions/service/api/handler.ts'

/** What the API's function reads as it starts; the names lead nowhere. */
const ENVIRONMENT = Object.fromEntries(
  [
    ...['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'FILES_BUCKET'],
    ...['TASKS_TABLE', 'KEYS_TABLE', 'UNITS_TABLE', 'WEBHOOKS_TABLE', 'LIMITS_TABLE'],
    ...['TASKS_QUEUE_URL', 'VIDEO_TASKS_QUEUE_URL', 'WEBHOOKS_QUEUE_URL'],
  ].map((name) => [name, 'none']),
)

/** Size of each function as it is deployed, and what importing the API costs its cold start. */
export async function bundles(): Promise<void> {
  for (const entry of globSync('functions/*/*/handler.ts', { cwd: PROJECT_ROOT }).sort()) {
    const bytes = await bundleFunction(entry)
    const kb = (size: number) => `${(size / 1024).toFixed(0).padStart(5)} KB`
    console.log(
      `${dirname(entry).padEnd(36)} ${kb(bytes.length)}  gzip ${kb(gzipSync(bytes).length)}`,
    )
  }
  const { wall, processor } = await importTime(await bundleFunction(API), ENVIRONMENT)
  console.log(
    `importing ${dirname(API)}: ${wall.toFixed(0)} ms, processor ${processor.toFixed(0)} ms`,
  )
}
