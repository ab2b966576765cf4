import { paginateListObjectsV2 } from '@aws-sdk/client-s3'
import { paginateListExecutions } from '@aws-sdk/client-sfn'
import type { Job } from '../../functions/pipeline/core/ports/job.ts'
import type { Connection } from './connect.ts'
import { type Dropped, drop } from './drop.ts'
import { endedJob } from './read-job.ts'
import { scan } from './read-ledger.ts'
import { onePersonPicture } from './test-pictures.ts'

/** Files that were dropped together. */
export type ManyFiles = {
  dropped: Dropped[]
  /** Waits until each job has ended and stored its result, and returns the records in the order of the files. */
  ended(withinMs?: number): Promise<Job[]>
}

const AT_ONCE = 16

/** Drops `count` small pictures with the recipe `slim`, each under its own key in `folder`. */
export async function dropMany(run: Connection, folder: string, count: number): Promise<ManyFiles> {
  const { png } = await onePersonPicture()
  const dropped: Dropped[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < count) {
      const at = next++
      dropped[at] = await drop(run, png, `drop/slim/${folder}/${at} é+%25.png`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return { dropped, ended: (withinMs) => endOf(run, dropped, withinMs) }
}

async function endOf(
  run: Connection,
  dropped: Dropped[],
  withinMs = 600_000 + dropped.length * 500,
): Promise<Job[]> {
  const deadline = Date.now() + withinMs
  const jobs: Job[] = []
  for (const { job } of dropped) {
    jobs.push(await endedJob(run, job, Math.max(0, deadline - Date.now())))
  }
  return jobs
}

/** What the stacks hold of some jobs; each count should match the number of files. */
export type Tally = {
  records: number
  executions: number
  results: number
  receipts: number
  detections: number
  effects: number
  charged: number
}

/** Counts what belongs to the given jobs and nothing else. */
export async function tally(run: Connection, jobs: readonly Job[]): Promise<Tally> {
  const ids = new Set(jobs.map(({ id }) => id))
  const keys: string[] = []
  const pages = paginateListObjectsV2(
    { client: run.s3 },
    { Bucket: run.at.resultsBucket, Prefix: 'results/' },
  )
  for await (const { Contents = [] } of pages) keys.push(...Contents.map(({ Key = '' }) => Key))
  const ours = keys.filter((key) => ids.has(key.split('/')[1] ?? ''))
  let executions = 0
  const listed = paginateListExecutions(
    { client: run.sfn },
    { stateMachineArn: run.at.stateMachineArn, maxResults: 1000 },
  )
  for await (const page of listed) {
    executions += (page.executions ?? []).filter(({ name = '' }) => ids.has(name)).length
  }
  const ofJobs = new Set(
    jobs.flatMap(({ trail }) =>
      (trail?.steps ?? []).flatMap(({ detection, tasks }) => [
        detection ?? '',
        ...tasks.map(({ taskId = '' }) => taskId),
      ]),
    ),
  )
  const tasks = await scan(run, run.tables.tasks)
  const ended = (stage: string): number =>
    tasks.filter((task) => ofJobs.has(String(task['id'])) && task['stage'] === stage).length
  const units = await scan(run, run.tables.units)
  return {
    records: (await scan(run, run.tables.jobs)).filter(({ id }) => ids.has(String(id))).length,
    executions,
    results: ours.filter((key) => !key.endsWith('/receipt.json')).length,
    receipts: ours.filter((key) => key.endsWith('/receipt.json')).length,
    detections: ended('pre-process'),
    effects: ended('effect'),
    charged: units.filter(({ action, target }) => action === 'charge' && ofJobs.has(String(target)))
      .length,
  }
}

/** The tally when each of `count` files was processed once. */
export function expectedTally(count: number): Tally {
  return {
    records: count,
    executions: count,
    results: count,
    receipts: count,
    detections: count,
    effects: count,
    charged: count,
  }
}
