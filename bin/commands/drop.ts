import { createWriteStream, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { posix } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Option } from 'commander'
import pMap from 'p-map'
import { isRefusal } from '../../catalog/failures/is-refusal.ts'
import { counted } from '../../functions/operate/counted.ts'
import { findEarlier } from '../../functions/operate/drops/find-earlier.ts'
import type { Earlier } from '../../functions/operate/drops/look-at-key.ts'
import {
  type DropPlan,
  type PlannedFile,
  planDrop,
} from '../../functions/operate/drops/plan-drop.ts'
import type { Dropped } from '../../functions/operate/drops/replaced-drop.ts'
import { requireDistinctNames } from '../../functions/operate/drops/require-distinct-names.ts'
import type { Job } from '../../functions/operate/pipeline-records.ts'
import { foretell } from '../../functions/operate/plan/foretell.ts'
import { loadRecipeText } from '../../functions/operate/recipes/load-recipe.ts'
import { fetchedName } from '../../functions/operate/results/fetched-name.ts'
import { foretellSite } from '../connection/foretell-site.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import { pipelineCommand } from '../connection/pipeline-command.ts'
import type { CommandOutput } from '../connection/stack-command.ts'
import { dropFile } from '../drop/drop-file.ts'
import { findFiles } from '../drop/find-files.ts'
import { hashFile } from '../drop/hash-file.ts'
import { describeParked } from '../jobs/describe-parked.ts'
import { endStatus } from '../jobs/end-status.ts'
import { boundLines, estimateLine } from '../jobs/estimate-line.ts'
import { fetchInto, openResult } from '../jobs/fetch-result.ts'
import { followJob } from '../jobs/follow-job.ts'
import { followJobs } from '../jobs/follow-jobs.ts'
import { sayWhatGoesOn } from '../jobs/say-what-goes-on.ts'
import { note, replaceLine } from '../program/say.ts'
import { saySheets } from '../sheet/say-sheets.ts'
import { rowsOfJob } from '../sheet/sheet-row.ts'
import { requireSheet } from '../sheet/write-sheet.ts'

type Options = {
  recipe: string
  follow?: true
  out?: string
  sheet?: string
  companionsLater?: boolean
  again?: true
  failed?: true
  dryRun?: true
  look?: true
  json?: true
}

const UPLOADS_AT_ONCE = 4
/** About what a usual line takes of photographs. */
const DROPPED_PER_SECOND = 4

/** `darkroom drop PATHS… --recipe NAME`: hands files to the pipeline. */
export function drop() {
  return pipelineCommand<Options>(
    'drop <paths...>',
    'drop files under a recipe: files, folders with all below them, or quoted patterns like "**/*.jpg"',
    (clients, options, ...paths) => dropPaths(clients, options, paths.flat()),
  )
    .requiredOption('--recipe <name>', 'what to do with them, e.g. slim')
    .option('--follow', 'wait for the jobs and show their progress; fails when one of them fails')
    .option(
      '-o, --out <path>',
      'write the results here (implies --follow): a folder, or for a single file that is named itself the name of its result',
    )
    .option(
      '--sheet <file>',
      'write a picture of all files before and after, with reasons (implies --follow), e.g. sheet.jpg',
    )
    .option('--again', 'drop files anew that were dropped before')
    .option('--failed', 'drop files anew that were refused or failed before')
    .option('--companions-later', 'drop although a file that the recipe needs beside it is missing')
    .addOption(new Option('--dry-run', 'only say what would be dropped and what it would cost'))
    .option(
      '--look',
      'with --dry-run, try the recipe on each file on this machine, and say what it would do',
    )
}

async function dropPaths(
  clients: OpenedPipeline,
  options: Options,
  paths: readonly string[],
): Promise<CommandOutput> {
  const { recipe: name, follow, out, sheet, companionsLater = false, dryRun, look, json } = options
  const intoFolder = isFolder(out) || (out !== undefined && paths.some(isThereAsFolder))
  if (look && !dryRun) throw new Error('--look is for --dry-run: it says what a drop would do.')
  if (sheet !== undefined && !dryRun) await requireSheet(sheet)
  const where = { s3: clients.s3, bucket: clients.at.dropBucket }
  const { recipe, sha256: recipeHash } = await loadRecipeText(name, where)
  const found = await findFiles(paths)
  const { files } = found
  const hashes = new Map<string, string>()
  const earlierOf = async ({ path, key }: PlannedFile): Promise<Earlier | undefined> => {
    const sha256 = await hashFile(path)
    hashes.set(path, sha256)
    const asked = { key, sha256, recipe: { name, sha256: recipeHash } }
    const found = options.again ? undefined : await findEarlier(asked, clients)
    const isWithout = found?.state === 'failed' || found?.state === 'refused'
    return options.failed && isWithout ? undefined : found
  }
  const asked = { name, recipe, files, companionsLater, findEarlier: earlierOf }
  const plan = await planDrop(asked, clients)
  const left = [...found.left, ...plan.left]
  if (out !== undefined) requireDistinctNames(name, recipe, plan.sources)
  const fresh = plan.sources.filter(({ key }) => !plan.earlier.has(key))
  const arrival = { overSeconds: Math.max(1, fresh.length / DROPPED_PER_SECOND) }
  const asks = { name, recipe, files: fresh.length, arrival }
  const expected = await foretell(asks, clients, foretellSite(clients))
  const said = [
    ...left.map(({ path, why }) => `${path} is left out: it ${why}.`),
    ...plan.warnings,
    ...earlierLines(plan),
    ...(fresh.length > 0
      ? [costOf(plan), estimateLine(name, expected), ...boundLines(expected)]
      : ['Nothing is dropped anew.']),
  ]
  // A companion wakes its file's job, which those that were dropped before do not need.
  const companions = fresh.length > 0 ? plan.companions : []
  if (dryRun) {
    const keys = [...companions, ...fresh].map(({ key }) => key)
    const earlier = Object.fromEntries(plan.earlier)
    const told = { keys, units: plan.units, expected, left, earlier }
    if (!look) return { lines: [...said, ...keys], json: told }
    if (!json) note(said)
    // The engine and its networks, which no other drop should wait for.
    const { countLooks, lookAtFiles } = await import('../pictures/look-at-files.ts')
    const looks = await lookAtFiles(fresh, recipe, (line) => {
      if (!json) note([line])
    })
    return { lines: [countLooks(looks, recipe)], json: { ...told, looks } }
  }
  // Before anything is paid: where a file has the name, results would have no place.
  if (out !== undefined && (intoFolder || plan.sources.length > 1))
    await mkdir(out, { recursive: true })
  const several = plan.sources.length > 1 || left.length > 0
  if (!json) note(said)
  const begun = new Map<string, string>()
  const dropped = new Map<string, Dropped>()
  const open = () => ({
    jobs: begun.size,
    how: `${begun.size} of ${fresh.length} files are dropped; the same command goes on with the rest.`,
  })
  await sayWhatGoesOn(open, async () => {
    const upload = async (file: PlannedFile): Promise<void> => {
      const given = { ...file, sha256: hashes.get(file.path) }
      const { job, key, version } = await dropFile(given, name, clients)
      begun.set(key, job)
      dropped.set(key, { bucket: clients.at.dropBucket, key, version, recipe: name })
      if (several && !json) uploaded(file.name, begun.size, companions.length + fresh.length)
    }
    // Companions first, so that no job waits for one that is on its way.
    await pMap(companions, upload, { concurrency: UPLOADS_AT_ONCE })
    for (const { key } of companions) begun.delete(key)
    await pMap(fresh, upload, { concurrency: UPLOADS_AT_ONCE })
  })
  const jobs = plan.sources.map(({ key }) => ({
    key,
    job: begun.get(key) ?? plan.earlier.get(key)?.job ?? '',
  }))
  if (!follow && out === undefined && sheet === undefined) {
    return several
      ? { lines: jobs.map(({ job, key }) => `${job}  ${JSON.stringify(key)}`), json: jobs }
      : { lines: jobs.map(({ job }) => job), json: jobs[0] }
  }
  const followed = jobs.map((file): DroppedFile => {
    const own = dropped.get(file.key)
    return { ...file, ...(own && { dropped: own }) }
  })
  const show = (ended: readonly Job[]): Promise<string[]> =>
    sheet === undefined ? Promise.resolve([]) : sheetOf(clients, ended, { plan, name, sheet })
  return followed.length === 1 && !intoFolder
    ? followOne(clients, followed[0] as DroppedFile, out, show)
    : followAll(clients, followed, plan, out, show)
}

/** Writes sheets of what became of the files, in their order, and says where they are. */
async function sheetOf(
  clients: OpenedPipeline,
  ended: readonly Job[],
  { plan, name, sheet }: { plan: DropPlan; name: string; sheet: string },
): Promise<string[]> {
  const rows = ended.flatMap((job, at) => {
    const source = plan.sources[at]
    return rowsOfJob(job, source?.name ?? job.id, source && { path: source.path })
  })
  return await saySheets(sheet, name, rows, clients)
}

/** A file is on its way: in one line of a terminal, elsewhere a line each. */
function uploaded(name: string, done: number, all: number): void {
  if (!process.stderr.isTTY) note([`↑ ${name}`])
  else replaceLine(done < all ? `↑ ${done} of ${all}  ${name}` : '')
}

/** What is known of files that were dropped before. */
function earlierLines({ sources, earlier }: DropPlan): string[] {
  const count = (state: Earlier['state']) =>
    [...earlier.values()].filter((found) => found.state === state).length
  const told = [
    [count('done'), 'done before'],
    [count('going'), 'under way'],
    [count('refused'), 'refused before'],
    [count('failed'), 'failed before'],
  ] as const
  const some = told.filter(([found]) => found > 0).map(([found, words]) => `${found} ${words}`)
  if (some.length === 0) return []
  const without = count('refused') + count('failed') > 0
  const ways = `--again does all anew${without ? ', --failed what was refused or failed' : ''}`
  return [`Of ${counted(sources.length, 'file')} ${some.join(', ')}; ${ways}.`]
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

function costOf({ sources, earlier, units: { least, most } }: DropPlan): string {
  const fresh = sources.filter(({ key }) => !earlier.has(key))
  const bytes = fresh.reduce((sum, { size }) => sum + size, 0)
  const price = least === most ? counted(least, 'unit') : `${least} to ${most} units`
  return `${counted(fresh.length, 'file')}, ${(bytes / 1e6).toFixed(1)} MB, ${price} for one target a picture.`
}

/** Whether results go into a folder of this name, rather than into a file. */
function isFolder(out: string | undefined): boolean {
  if (out === undefined) return false
  return /[/\\]$/.test(out) || isThereAsFolder(out)
}

function isThereAsFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** A file's job, and what was dropped for it now. */
type DroppedFile = { job: string; key: string; dropped?: Dropped }

async function followOne(
  clients: OpenedPipeline,
  { job, key, dropped }: DroppedFile,
  out: string | undefined,
  show: (ended: readonly Job[]) => Promise<string[]>,
): Promise<CommandOutput> {
  const ended = await sayWhatGoesOn(
    () => ({ jobs: 1, how: `\`darkroom job fetch ${job} --out DIR\` brings its result.` }),
    () => followJob(clients, job, dropped && { dropped }),
  )
  const shown = await show([ended])
  if (ended.failure) {
    note(shown)
    const became = isRefusal(ended.failure) ? 'was refused' : 'failed'
    const error = new Error(`${key} ${became}: ${ended.failure.message} (${job})`)
    throw Object.assign(error, { exitCode: endStatus([ended]) })
  }
  if (ended.parked) return { lines: [job, describeParked(ended.parked), ...shown], json: ended }
  if (out !== undefined) await pipeline(await openResult(clients, ended), createWriteStream(out))
  const results = (ended.results ?? []).map(({ bucket, key: name }) => `s3://${bucket}/${name}`)
  return { lines: [job, ...results, ...shown], json: ended }
}

async function followAll(
  clients: OpenedPipeline,
  jobs: DroppedFile[],
  { sources }: DropPlan,
  out: string | undefined,
  show: (ended: readonly Job[]) => Promise<string[]>,
): Promise<CommandOutput> {
  const written = new Map<string, { result: string; path: string }[]>()
  const fetched = async ({ id, results = [] }: Job, at: number): Promise<void> => {
    if (out === undefined) return
    const source = sources[at]?.name ?? ''
    const files: { result: string; path: string }[] = []
    written.set(id, files)
    for (const { bucket, key, sha256 } of results) {
      const name = posix.join(posix.dirname(source), fetchedName(source, key))
      files.push({
        result: key,
        path: await fetchInto(clients, { bucket, key, folder: out, name, sha256 }),
      })
    }
  }
  const named = jobs.map(({ job, dropped }, at) => ({
    job,
    name: sources[at]?.name ?? job,
    ...(dropped && { dropped }),
  }))
  const left = new Set(jobs.map(({ job }) => job))
  const told = async (job: Job, at: number): Promise<void> => {
    left.delete(job.id)
    await fetched(job, at)
  }
  const ended = await sayWhatGoesOn(
    () => ({
      jobs: left.size,
      how: 'the same command takes them up, `darkroom jobs fetch --out DIR` brings results.',
    }),
    () => followJobs(clients, named, { ended: told }),
  )
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
    lines: [...lines, ...(await show(ended)), ...countsOf(ended)],
    json:
      out === undefined
        ? ended
        : ended.map((job) => ({ ...job, files: written.get(job.id) ?? [] })),
  }
}
