import { counted } from '../../functions/operate/counted.ts'
import {
  describeMissing,
  missingCompanions,
} from '../../functions/operate/drops/missing-companions.ts'
import { type Place, placeInLine } from '../../functions/operate/jobs/place-in-line.ts'
import { readJob } from '../../functions/operate/jobs/read-job.ts'
import { estimateCost, type Job } from '../../functions/operate/pipeline-records.ts'
import { describeElapsed } from '../../functions/operate/timeline/describe-state.ts'
import { readTimeline } from '../../functions/operate/timeline/read-timeline.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { describeParked } from '../jobs/describe-parked.ts'
import { drawTimeline } from '../jobs/draw-timeline.ts'
import { fetchJobs } from '../jobs/fetch-jobs.ts'
import { localProgress } from '../jobs/local-progress.ts'

/** `darkroom job ID`: one job, and with `--timeline` a drawing of its execution. `fetch` brings its results. */
export function job() {
  return show().addCommand(fetch())
}

function fetch() {
  return pipelineCommand<{ out: string }>(
    'fetch <id>',
    'write the results of a job into a folder, where its source was',
    async (clients, { out }, id = '') => {
      const record = await readJob(clients, id)
      if (!record) throw new Error(`There is no job ${id}.`)
      if (!record.results?.length) {
        throw new Error(
          `${id} has no result: it ${record.status === 'failed' ? 'failed' : `is ${record.status}`}.`,
        )
      }
      const files = await fetchJobs([record], out, clients)
      return { lines: files.map(({ path }) => path), json: { out, files } }
    },
  ).requiredOption('-o, --out <folder>', 'where the results go; nothing in it is overwritten')
}

function show() {
  return pipelineCommand<{ timeline?: true }>(
    'job <id>',
    'show one job; its id is what `darkroom drop` and `darkroom jobs` print',
    async (clients, { timeline: drawn }, id = '') => {
      const record = await readJob(clients, id)
      if (!record) throw new Error(`There is no job ${id}.`)
      const timeline = await readTimeline(clients, id)
      const missing = timeline.length === 0 ? await missingCompanions(clients, record) : undefined
      const inLine =
        timeline.length === 0 && !missing ? await placeInLine(clients, record) : undefined
      const progress =
        record.status === 'running' && !missing && !inLine
          ? ((await localProgress(clients, id)) ?? describeElapsed(record, timeline))
          : undefined
      const waits = [
        ...(missing ? [`waits    ${describeMissing(missing)}`] : []),
        ...(inLine ? [`waits    ${describePlace(inLine)}`] : []),
      ]
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
          ...(inLine && { inLine }),
          ...(progress && { progress }),
        },
      }
    },
  ).option('--timeline', 'draw what each state did and when')
}

function describePlace({ place, seconds }: Place): string {
  const when =
    seconds === undefined
      ? 'when its turn comes is not known yet'
      : `its turn comes in about ${counted(Math.max(1, Math.ceil(seconds / 60)), 'minute')}`
  return `number ${place} in line, because enough files are under way; ${when}`
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
    ...(job.refused
      ? [`refused  ${job.refused.code} in step ${job.refused.step + 1}: ${job.refused.words}`]
      : []),
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
