import { createWriteStream, statSync } from 'node:fs'
import { posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import pMap from 'p-map'
import { isRefusal } from '../../catalog/is-refusal.ts'
import { estimate } from '../../functions/operate/costs/estimate.ts'
import { counted } from '../../functions/operate/counted.ts'
import { type DropPlan, planDrop } from '../../functions/operate/drops/plan-drop.ts'
import { requireDistinctNames } from '../../functions/operate/drops/require-distinct-names.ts'
import { loadRecipe } from '../../functions/operate/recipes/load-recipe.ts'
import { fetchedName } from '../../functions/operate/results/fetched-name.ts'
import type { Job } from '../../functions/pipeline/ports/job.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import type { CommandOutput } from '../connection/stack-command.ts'
import { dropFile } from '../drop/drop-file.ts'
import { findFiles } from '../drop/find-files.ts'
import { describeParked } from '../jobs/describe-parked.ts'
import { endStatus } from '../jobs/end-status.ts'
import { estimateLine } from '../jobs/estimate-line.ts'
import { fetchInto, openResult } from '../jobs/fetch-result.ts'
import { followJob } from '../jobs/follow-job.ts'
import { followJobs } from '../jobs/follow-jobs.ts'
import { note } from '../program/say.ts'

type Options = {
  recipe: string
  follow?: true
  out?: string
  companionsLater?: boolean
  dryRun?: true
  json?: true
}

const UPLOADS_AT_ONCE = 4

/** `darkroom drop PATHS… --recipe NAME`: hands files to the pipeline. */
export function drop() {
  return pipelineCommand<Options>(
    'drop <paths...>',
    'drop files under a recipe: files, folders with all below them, or quoted patterns like "**/*.jpg"',
    (clients, options, ...paths) => dropped(clients, options, paths.flat()),
  )
    .requiredOption('--recipe <name>', 'what to do with them, e.g. slim')
    .option('--follow', 'wait for the jobs and show their progress; fails when one of them fails')
    .option(
      '-o, --out <path>',
      'write the results here (implies --follow): a folder, or for a single file the name of its result',
    )
    .option('--companions-later', 'drop although a file that the recipe needs beside it is missing')
    .addOption(new Option('--dry-run', 'only say what would be dropped and what it would cost'))
}

async function dropped(
  clients: OpenedPipeline,
  { recipe: name, follow, out, companionsLater = false, dryRun, json }: Options,
  paths: readonly string[],
): Promise<CommandOutput> {
  const recipe = await loadRecipe(name, { s3: clients.s3, bucket: clients.at.dropBucket })
  const { files, left } = await findFiles(paths)
  const plan = await planDrop({ name, recipe, files, companionsLater }, clients)
  if (out !== undefined) requireDistinctNames(name, recipe, plan.sources)
  const expected = await estimate({ recipe: name, files: plan.sources.length }, clients)
  const said = [
    ...left.map(({ path, why }) => `${path} is left out: it ${why}.`),
    ...plan.warnings,
    costOf(plan),
    estimateLine(name, expected),
  ]
  if (dryRun) {
    const keys = [...plan.companions, ...plan.sources].map(({ key }) => key)
    return { lines: [...said, ...keys], json: { keys, units: plan.units, expected, left } }
  }
  const several = plan.sources.length > 1 || left.length > 0
  if (!json) note(said)
  // Companions first, so that no job waits for one that is on its way.
  const upload = (file: DropPlan['sources'][number]) => dropFile(file, name, clients)
  await pMap(plan.companions, upload, { concurrency: UPLOADS_AT_ONCE })
  const jobs = await pMap(plan.sources, upload, { concurrency: UPLOADS_AT_ONCE })
  if (!follow && out === undefined) {
    return several
      ? { lines: jobs.map(({ job, key }) => `${job}  ${JSON.stringify(key)}`), json: jobs }
      : { lines: jobs.map(({ job }) => job), json: jobs[0] }
  }
  return jobs.length === 1 && !isFolder(out)
    ? followOne(clients, jobs[0] as { job: string; key: string }, out)
    : followAll(clients, jobs, plan, out)
}

/** What became of those that have no result, in a line. */
function countsOf(ended: readonly Job[]): string[] {
  const without = ended.filter(({ status }) => status === 'failed')
  if (without.length === 0) return []
  const refused = without.filter(({ failure }) => isRefusal(failure)).length
  const failed = without.length - refused
  const counts = [
    ...(failed > 0 ? [`${failed} of ${ended.length} failed`] : []),
    ...(refused > 0 ? [`${refused} of ${ended.length} refused`] : []),
  ]
  return [`${counts.join(', ')}; \`darkroom jobs --why\` groups the reasons.`]
}

function costOf({ sources, units: { least, most } }: DropPlan): string {
  const bytes = sources.reduce((sum, { size }) => sum + size, 0)
  const price = least === most ? counted(least, 'unit') : `${least} to ${most} units`
  return `${counted(sources.length, 'file')}, ${(bytes / 1e6).toFixed(1)} MB, ${price} for one target a picture.`
}

/** Whether results go into a folder of this name, rather than into a file. */
function isFolder(out: string | undefined): boolean {
  if (out === undefined) return false
  return /[/\\]$/.test(out) || (statSync(out, { throwIfNoEntry: false })?.isDirectory() ?? false)
}

async function followOne(
  clients: OpenedPipeline,
  { job, key }: { job: string; key: string },
  out: string | undefined,
): Promise<CommandOutput> {
  const ended = await followJob(clients, job)
  if (ended.failure) {
    const became = isRefusal(ended.failure) ? 'was refused' : 'failed'
    const error = new Error(`${key} ${became}: ${ended.failure.message} (${job})`)
    throw Object.assign(error, { exitCode: endStatus([ended]) })
  }
  if (ended.parked) return { lines: [job, describeParked(ended.parked)], json: ended }
  if (out !== undefined) await pipeline(await openResult(clients, ended), createWriteStream(out))
  const results = (ended.results ?? []).map(({ bucket, key: name }) => `s3://${bucket}/${name}`)
  return { lines: [job, ...results], json: ended }
}

async function followAll(
  clients: OpenedPipeline,
  jobs: { job: string; key: string }[],
  { sources }: DropPlan,
  out: string | undefined,
): Promise<CommandOutput> {
  const written = new Map<string, { result: string; path: string }[]>()
  const fetched = async ({ id, results = [] }: Job, at: number): Promise<void> => {
    if (out === undefined) return
    const source = sources[at]?.name ?? ''
    const files: { result: string; path: string }[] = []
    written.set(id, files)
    for (const { bucket, key } of results) {
      const name = posix.join(posix.dirname(source), fetchedName(source, key))
      files.push({
        result: key,
        path: await fetchInto(clients, { bucket, key, folder: out, name }),
      })
    }
  }
  const named = jobs.map(({ job }, at) => ({ job, name: sources[at]?.name ?? job }))
  const ended = await followJobs(clients, named, { ended: fetched })
  const status = endStatus(ended)
  if (status !== 0) process.exitCode = status
  const lines =
    out === undefined
      ? ended.flatMap(({ results = [] }) =>
          results.map(({ bucket, key }) => `s3://${bucket}/${key}`),
        )
      : jobs.flatMap(({ job }, at) =>
          (written.get(job) ?? []).map(({ path }) => `${sources[at]?.name} -> ${path}`),
        )
  return {
    lines: [...lines, ...countsOf(ended)],
    json:
      out === undefined
        ? ended
        : ended.map((job) => ({ ...job, files: written.get(job.id) ?? [] })),
  }
}
