import { Option } from 'commander'
import { outcomeOf } from '../../catalog/failures/outcome-of.ts'
import { type FailureGroup, groupFailures } from '../../functions/operate/jobs/group-failures.ts'
import { parseSince } from '../../functions/operate/jobs/jobs-since.ts'
import { listJobs } from '../../functions/operate/jobs/list-jobs.ts'
import type { Job, JobState } from '../../functions/operate/pipeline-records.ts'
import { requireRecipe } from '../../functions/operate/recipes/require-recipe.ts'
import { wholeNumber } from '../connection/data-option.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import { describeParked } from '../jobs/describe-parked.ts'
import { fetchJobs } from '../jobs/fetch-jobs.ts'

type Options = {
  limit: number
  since: string
  state?: JobState
  recipe?: string
  why?: true
}

const STATES: JobState[] = ['running', 'parked', 'succeeded', 'refused', 'failed']
const WITHOUT_RESULT: JobState[] = ['failed', 'refused']

/** `darkroom jobs`: the latest jobs, newest first. `fetch` brings their results. */
export function jobs() {
  return list().addCommand(fetch())
}

function fetch() {
  return pipelineCommand<{ out: string; since: string; recipe?: string }>(
    'fetch',
    'write the results of ended jobs into a folder, each where its source was',
    async (clients, { out, since, recipe }) => {
      const asked = { limit: MOST, since: parseSince(since), recipe }
      const found = await listJobs(clients, asked)
      await requireKnown(recipe, found, clients)
      const newest = newestOfEachSource(found)
      const files = await fetchJobs(newest, out, clients)
      const open = found.filter(({ status }) => status === 'running' || status === 'parked').length
      const without = newest.filter(({ status }) => status === 'failed').length
      const rest = [
        ...(open > 0 ? [`${open} go on`] : []),
        ...(without > 0 ? [`${without} have no result`] : []),
      ]
      return {
        lines: [
          ...files.map(({ source, path }) => `${source} -> ${path}`),
          `${files.length} results are in ${out}${rest.map((words) => `; ${words}`).join('')}.`,
        ],
        json: { out, files, running: open, without },
      }
    },
  )
    .requiredOption('-o, --out <folder>', 'where the results go; nothing in it is overwritten')
    .option('--recipe <name>', 'only those of this recipe')
    .option('--since <when>', 'jobs that began since: a span like 90m, 24h or 7d, or a date', '24h')
}

/** A recipe that was deleted has jobs still; one that has none and is not there is a slip of the pen. */
async function requireKnown(
  recipe: string | undefined,
  found: readonly Job[],
  { s3, at }: OpenedPipeline,
): Promise<void> {
  if (recipe === undefined || found.length > 0) return
  await requireRecipe(recipe, { s3, bucket: at.dropBucket })
}

/** Of jobs over one file under one recipe the newest that has ended: given the newest first. */
function newestOfEachSource(found: readonly Job[]): Job[] {
  const newest = new Map<string, Job>()
  for (const job of found) {
    if (job.status !== 'succeeded' && job.status !== 'failed') continue
    const file = `${job.recipe.name} ${job.source.key}`
    if (!newest.has(file)) newest.set(file, job)
  }
  return [...newest.values()]
}

function list() {
  return pipelineCommand<Options>(
    'jobs',
    'list the latest jobs, newest first',
    async (clients, { limit, since, state, recipe, why }) => {
      const from = parseSince(since)
      if (why) {
        const all = { limit: MOST, since: from, states: WITHOUT_RESULT, recipe }
        const found = await listJobs(clients, all)
        await requireKnown(recipe, found, clients)
        const groups = groupFailures(found)
        return {
          lines: groups.length > 0 ? linesOf(groups) : ['No job failed, and no file was refused.'],
          json: groups,
        }
      }
      const found = await listJobs(clients, {
        limit,
        since: from,
        states: state && [state],
        recipe,
      })
      await requireKnown(recipe, found, clients)
      return { lines: found.length > 0 ? found.map(lineOf) : ['No jobs.'], json: found }
    },
  )
    .addOption(new Option('--state <state>', 'only these').choices(STATES))
    .option('--recipe <name>', 'only those of this recipe')
    .option(
      '--why',
      'group the failed ones by their reason, and those refused, the most frequent first',
    )
    .option('--since <when>', 'a span like 90m, 24h or 7d, or a date', '90d')
    .option('--limit <n>', 'how many', wholeNumber('--limit', 1, 10_000), 20)
}

const MOST = 100_000

function linesOf(groups: readonly FailureGroup[]): string[] {
  return groups.flatMap(({ code, state, message, retryable, refused, jobs: ids, keys }) => [
    `${String(ids.length).padStart(5)}  ${code} in ${state}: ${message}`,
    `       ${refused ? 'The file does not suit.' : `Trying again ${retryable ? 'may' : 'will not'} help.`} ${JSON.stringify(keys[0])} (${ids[0]})${ids.length > 1 ? ` and ${ids.length - 1} more` : ''}`,
  ])
}

function lineOf(job: Job): string {
  const { id, createdAt, recipe, source, failure, refused, parked } = job
  const why =
    failure?.code ??
    (refused && `${refused.code}, came back as it was`) ??
    (parked && describeParked(parked)) ??
    ''
  return `${createdAt}  ${outcomeOf(job).padEnd(9)}  ${recipe.name.padEnd(12)}  ${id}  ${JSON.stringify(source.key)}  ${why}`.trimEnd()
}
