import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { buildApp } from '../../lib/build-app.ts'
import { synthesize } from '../../local/stacks/synthesize.ts'
import type { Assembly } from '../../local/template/template.ts'

/** What `run.ts` did in a data folder before the run was killed: when that was, and the ids of jobs and batches. */
export type KeptJobs = {
  /** ISO 8601. */
  at: string
  succeeded: string
  failed: string
  endedBatch: string
  running: string
  waiting: string
  runningBatch: string
}

const KEPT = join(import.meta.dirname, 'kept')

/** The names of all that is kept, the oldest first. */
export const KEPT_NAMES: readonly string[] = readdirSync(KEPT).sort()

/** The folder of what is kept under a name. */
export function keptFolder(name: string): string {
  return join(KEPT, name)
}

export function readKeptJobs(name: string): KeptJobs {
  return JSON.parse(readFileSync(join(KEPT, name, 'jobs.json'), 'utf8')) as KeptJobs
}

export function readKeptTemplates(name: string): Assembly {
  const packed = readFileSync(join(KEPT, name, 'templates.json.gz'))
  return JSON.parse(gunzipSync(packed).toString('utf8')) as Assembly
}

/** The templates of both stacks as they are now, with all that a pipeline may tell. */
export function presentTemplates(): Assembly {
  const notify = { topic: true as const, webhook: { url: 'https://example.com/hook' } }
  return synthesize((app) => buildApp(app, { notify }))
}
