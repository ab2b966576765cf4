import { setTimeout as pause } from 'node:timers/promises'
import pMap from 'p-map'
import { outcomeOf } from '../../catalog/failures/outcome-of.ts'
import { printable } from '../../catalog/json/unprintable.ts'
import { type Dropped, replacedDrop } from '../../functions/operate/drops/replaced-drop.ts'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { readTimeline } from '../../functions/operate/timeline/read-timeline.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { note, replaceLines } from '../program/say.ts'
import { jobLine, MARKS } from './job-line.ts'

/** A job to follow, by the name that is shown, and what was dropped for it. */
export type FollowedJob = { job: string; name: string; dropped?: Dropped }

/** A machine of one's own may be asked often; an account is billed and throttled by the call. */
const EVERY_MS = { local: 500, deployed: 4_000 }
const READS_AT_ONCE = 16
/** Rows of the table below its summary, where the terminal has as many. */
const MOST_ROWS = 20

/**
 * Follows jobs to their ends, with one table on a terminal: a summary, then those under way. Elsewhere a line for each
 * job that ends. Gives the records in the order of the jobs; `ended` is told of each as it ends.
 */
export async function followJobs(
  clients: OpenedPipeline,
  jobs: readonly FollowedJob[],
  {
    out = process.stderr,
    ended,
  }: { out?: NodeJS.WriteStream; ended?: (job: Job, at: number) => Promise<void> } = {},
): Promise<Job[]> {
  const began = Date.now()
  const records = new Map<string, Job>()
  let drawn = 0
  for (;;) {
    const open = jobs.filter(({ job }) => !records.has(job))
    await pMap(
      open,
      async ({ job: id, name, dropped }) => {
        const job =
          (await readJob(clients, id)) ?? (dropped && (await replacedDrop(clients, id, dropped)))
        if (!job || job.status === 'running') return
        records.set(id, job)
        if (!out.isTTY) note([jobLine(job, name)], out)
        await ended?.(
          job,
          jobs.findIndex((each) => each.job === id),
        )
      },
      { concurrency: READS_AT_ONCE },
    )
    if (out.isTTY) {
      const rows = await tableOf(jobs, records, clients, out, Date.now() - began)
      replaceLines(rows, drawn, out)
      drawn = rows.length
    }
    if (records.size === jobs.length) return jobs.map(({ job }) => records.get(job) as Job)
    await pause(EVERY_MS[clients.local ? 'local' : 'deployed'])
  }
}

async function tableOf(
  jobs: readonly FollowedJob[],
  records: ReadonlyMap<string, Job>,
  clients: OpenedPipeline,
  { columns = 80, rows: height = 24 }: NodeJS.WriteStream,
  elapsedMs: number,
): Promise<string[]> {
  const counts = { succeeded: 0, refused: 0, failed: 0, parked: 0, running: 0 }
  for (const job of records.values()) counts[outcomeOf(job)] += 1
  const failed = jobs.flatMap(({ job, name }) => {
    const record = records.get(job)
    return record?.status === 'failed' ? [jobLine(record, name)] : []
  })
  const open = jobs.filter(({ job }) => !records.has(job))
  const room = Math.max(1, Math.min(MOST_ROWS, height - 3 - Math.min(failed.length, MOST_ROWS)))
  const states = await pMap(open.slice(0, room), ({ job }) => readTimeline(clients, job), {
    concurrency: READS_AT_ONCE,
  })
  const summary = `${Math.round(elapsedMs / 1000)} s  ${records.size} of ${jobs.length}: ${counts.succeeded} succeeded, ${counts.refused} refused, ${counts.failed} failed, ${counts.parked} parked`
  return [
    summary,
    ...failed.slice(-Math.max(1, Math.min(MOST_ROWS, height - 3 - room))),
    ...open
      .slice(0, room)
      .map(({ name }, at) => `${MARKS.running} ${name}  ${states[at]?.at(-1)?.state ?? 'waiting'}`),
    ...(open.length > room ? [`  and ${open.length - room} more`] : []),
  ].map((line) => printable(line).slice(0, columns - 1))
}
