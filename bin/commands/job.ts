import { counted } from '../../functions/operate/counted.ts'
import {
  describeMissing,
  missingCompanions,
} from '../../functions/operate/drops/missing-companions.ts'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import { describeElapsed } from '../../functions/operate/timeline/describe-state.ts'
import { readTimeline } from '../../functions/operate/timeline/read-timeline.ts'
import { estimateCost } from '../../functions/pipeline/cost/estimate-cost.ts'
import type { Job } from '../../functions/pipeline/ports/job.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { describeParked } from '../jobs/describe-parked.ts'
import { drawTimeline } from '../jobs/draw-timeline.ts'
import { localProgress } from '../jobs/local-progress.ts'

/** `darkroom job ID`: one job, and with `--timeline` a drawing of its execution. */
export function job() {
  return pipelineCommand<{ timeline?: true }>(
    'job <id>',
    'show one job; its id is what `darkroom drop` and `darkroom jobs` print',
    async (clients, { timeline: drawn }, id = '') => {
      const record = await readJob(clients, id)
      if (!record) throw new Error(`There is no job ${id}.`)
      const timeline = await readTimeline(clients, id)
      const missing = timeline.length === 0 ? await missingCompanions(clients, record) : undefined
      const progress =
        record.status === 'running' && !missing
          ? ((await localProgress(clients, id)) ?? describeElapsed(record, timeline))
          : undefined
      const waits = missing ? [`waits    ${describeMissing(missing)}`] : []
      const drawing = drawn ? ['', ...(timeline.length > 0 ? drawTimeline(timeline) : [NONE])] : []
      return {
        lines: [
          ...linesOf(record),
          ...(progress ? [`progress ${progress}`] : []),
          ...waits,
          ...drawing,
        ],
        json: {
          ...record,
          correlationId: id,
          timeline,
          ...(missing && { missing }),
          ...(progress && { progress }),
        },
      }
    },
  ).option('--timeline', 'draw what each state did and when')
}

const NONE = 'Its execution has not begun, or is not kept any more.'

function linesOf(job: Job): string[] {
  return [
    `${job.id}  ${job.status}`,
    `source   ${job.source.bucket} ${JSON.stringify(job.source.key)} version ${job.source.version}`,
    ...hashOf(job),
    `recipe   ${job.recipe.name}${job.attempt > 0 ? `, attempt ${job.attempt}` : ''}`,
    `began    ${job.createdAt}${job.finishedAt ? `, ended ${job.finishedAt}` : ''}`,
    ...(job.results ?? []).map(
      ({ bucket, key, size }) => `result   s3://${bucket}/${key} (${size} bytes)`,
    ),
    ...(job.parked ? [`parked   ${describeParked(job.parked)}`] : []),
    ...failureOf(job),
    ...costOf(job),
    `logs     every line of it has the correlationId ${job.id}`,
  ]
}

function hashOf({ sourceHash }: Job): string[] {
  if (!sourceHash) return []
  const said = 'sha256' in sourceHash ? `sha256 ${sourceHash.sha256}` : sourceHash.unhashed
  return [`         ${said}`]
}

function failureOf({ failure }: Job): string[] {
  return failure
    ? [
        `failed   ${failure.code} in ${failure.state}: ${failure.message}`,
        `         Trying again ${failure.retryable ? 'may' : 'will not'} help.`,
      ]
    : []
}

function costOf(job: Job): string[] {
  if (job.status !== 'succeeded' && job.status !== 'failed') return []
  const { units, estimated, transitions, dollars } = estimateCost(job)
  return [
    `cost     ${counted(units, 'unit')}${estimated ? ' (estimated)' : ''}, ${transitions} transitions, about $${dollars.total.toFixed(6)}`,
  ]
}
