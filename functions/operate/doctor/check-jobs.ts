import { paginateListExecutions } from '@aws-sdk/client-sfn'
import { estimateCost } from '../../pipeline/core/cost/estimate-cost.ts'
import type { Job } from '../../pipeline/core/ports/job.ts'
import { counted } from '../counted.ts'
import { groupFailures } from '../jobs/group-failures.ts'
import { jobsSince } from '../jobs/jobs-since.ts'
import type { Finding } from './finding.ts'
import type { Site } from './site.ts'

const DAY_MS = 86_400_000
/** The most open executions of a state machine's account and region (Step Functions Developer Guide, "Quotas"). */
const MOST_OPEN = 1_000_000
/** Executions are counted so far. */
const COUNTED = 10_000

/** Jobs of the last day that failed, by cause, what they cost, those that are parked, and batches that failed. */
export async function checkJobs(site: Site): Promise<Finding[]> {
  const jobs: Job[] = []
  for await (const job of jobsSince(site.pipeline, new Date(site.now - DAY_MS), site.now))
    jobs.push(job)
  return [
    ...failuresOf(jobs),
    ...parkedOf(jobs),
    ...(await batchesOf(site)),
    await openExecutions(site),
    costOf(jobs),
  ]
}

function failuresOf(jobs: readonly Job[]): Finding[] {
  const check = 'jobs'
  const failed = jobs.filter(({ status }) => status === 'failed')
  if (failed.length === 0) {
    return [
      { level: 'ok', check, says: `${counted(jobs.length, 'job')} of the last day; none failed.` },
    ]
  }
  return groupFailures(failed.toReversed()).map((group) => {
    const { code, state, message, retryable, refused, jobs: ids } = group
    const many = counted(ids.length, 'job')
    const look = `Look at one with \`darkroom job ${ids[0]}\``
    if (refused) {
      const says = `${many} of the last day refused a file that does not suit: ${code} in ${state}. ${message}`
      return {
        level: 'note',
        check,
        says,
        todo: `${look}; another file, or another recipe, may do.`,
      }
    }
    return {
      level: 'warning',
      check,
      says: `${many} of the last day failed: ${code} in ${state}. ${message}`.trimEnd(),
      todo: retryable
        ? `${look}; \`darkroom retry ${ids[0]}\` tries again.`
        : `${look}; trying again with the same file will not help.`,
    }
  })
}

function parkedOf(jobs: readonly Job[]): Finding[] {
  const parked = jobs.filter(({ status }) => status === 'parked')
  if (parked.length === 0) return []
  return [
    {
      level: 'note',
      check: 'jobs',
      says: `${counted(parked.length, 'job')} of the last day parked: the budget has no room.`,
      todo: '`darkroom parked list` shows them; they go on by themselves, or with `darkroom parked release`.',
    },
  ]
}

async function batchesOf({ pipeline: { sfn, at }, now }: Site): Promise<Finding[]> {
  let failed = 0
  for (const statusFilter of ['FAILED', 'TIMED_OUT'] as const) {
    const pages = paginateListExecutions(
      { client: sfn },
      { stateMachineArn: at.batchMachineArn, statusFilter },
    )
    for await (const { executions = [] } of pages) {
      const recent = executions.filter(({ stopDate }) => now - stopDate!.getTime() < DAY_MS)
      failed += recent.length
      // They come newest first.
      if (recent.length < executions.length) break
    }
  }
  if (failed === 0) return []
  return [
    {
      level: 'warning',
      check: 'jobs',
      says: `${counted(failed, 'batch', 'batches')} of the last day failed.`,
      todo: '`darkroom batch` shows a batch with its reason; mend the manifest and drop it again.',
    },
  ]
}

async function openExecutions({ pipeline: { sfn, at } }: Site): Promise<Finding> {
  let open = 0
  for (const stateMachineArn of [at.stateMachineArn, at.batchMachineArn]) {
    const pages = paginateListExecutions(
      { client: sfn },
      { stateMachineArn, statusFilter: 'RUNNING', maxResults: 1_000 },
    )
    for await (const { executions = [] } of pages) {
      open += executions.length
      if (open >= COUNTED) break
    }
  }
  const says = `${open}${open >= COUNTED ? ' or more' : ''} executions are open, of ${MOST_OPEN} that may be.`
  return { level: 'ok', check: 'quotas', says }
}

function costOf(jobs: readonly Job[]): Finding {
  const ended = jobs.filter(({ status }) => status === 'succeeded' || status === 'failed')
  const costs = ended.map(estimateCost)
  const units = costs.reduce((sum, cost) => sum + cost.units, 0)
  const dollars = costs.reduce((sum, cost) => sum + cost.dollars.total, 0)
  return {
    level: 'ok',
    check: 'costs',
    says: `${counted(ended.length, 'job')} of the last day took ${counted(units, 'unit')} and about $${dollars.toFixed(4)}.`,
  }
}
