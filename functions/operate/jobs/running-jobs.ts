import { type ExecutionListItem, ListExecutionsCommand } from '@aws-sdk/client-sfn'
import type { PipelineClients } from '../pipeline-clients.ts'
import {
  cursorOf,
  type JobPosition,
  type JobsAsked,
  type JobsPage,
  positionOf,
} from './page-of-jobs.ts'
import { readJobs } from './read-jobs.ts'

/** Executions that are looked through for one page, a thousand a call. */
const MOST_LISTED = 5000

/**
 * A page of running jobs: those whose executions run, which the state machine lists newest first. A job that waits for
 * a companion has no execution and is in the other lists alone.
 */
export async function runningJobs(
  { sfn, db, at }: Pick<PipelineClients, 'sfn' | 'db' | 'at'>,
  { before, limit, recipe }: Pick<JobsAsked, 'before' | 'limit' | 'recipe'>,
  now: number = Date.now(),
): Promise<JobsPage> {
  const from = positionOf(before, now)
  const left: ExecutionListItem[] = []
  let listed = 0
  let nextToken: string | undefined
  do {
    const found = await sfn.send(
      new ListExecutionsCommand({
        stateMachineArn: at.stateMachineArn,
        statusFilter: 'RUNNING',
        maxResults: 1000,
        ...(nextToken && { nextToken }),
      }),
    )
    const executions = found.executions ?? []
    listed += executions.length
    left.push(...executions.filter((one) => isBehind(one, from)))
    nextToken = found.nextToken
  } while (nextToken && !fills(left, LOOK_AHEAD * limit) && listed < MOST_LISTED)
  const page = left.sort(laterFirst).slice(0, LOOK_AHEAD * limit)
  const read = await readJobs(
    { db, at },
    page.map(({ name = '' }) => name),
  )
  const records = new Map(read.map((job) => [job.id, job]))
  const found = page.flatMap((execution) => {
    const job = records.get(execution.name ?? '')
    const wanted = job?.status === 'running' && (recipe === undefined || job.recipe.name === recipe)
    return wanted ? [{ job, execution }] : []
  })
  const jobs = found.slice(0, limit)
  const last = jobs.length < found.length ? jobs.at(-1)?.execution : page.at(-1)
  const more = found.length > limit || left.length > page.length
  return {
    jobs: jobs.map(({ job }) => job),
    ...(more && last && { next: cursorOf(placeOf(last)) }),
  }
}

/** Records that are read for each job of a page: executions of other recipes, and of jobs that just ended. */
const LOOK_AHEAD = 2

/**
 * Whether a page can be cut from what was listed: there is more than it, and all that began with its last. Those of one
 * millisecond come in no order.
 */
function fills(listed: readonly ExecutionListItem[], most: number): boolean {
  const [last, beyond] = [listed[most - 1], listed.at(-1)]
  return listed.length > most && !!last && !!beyond && placeOf(last).at !== placeOf(beyond).at
}

function laterFirst(one: ExecutionListItem, other: ExecutionListItem): number {
  return isBehind(one, placeOf(other)) ? 1 : -1
}

function placeOf({ startDate, name = '' }: ExecutionListItem): JobPosition {
  return { at: startDate!.toISOString(), id: name }
}

function isBehind(execution: ExecutionListItem, { at, id }: JobPosition): boolean {
  const own = placeOf(execution)
  if (own.at !== at) return own.at < at
  return id === undefined || (own.id ?? '') < id
}
