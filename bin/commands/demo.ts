import { existsSync } from 'node:fs'
import { access, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { waitUntilObjectExists } from '@aws-sdk/client-s3'
import { Command } from 'commander'
import sharp from 'sharp'
import { companionKeys, objectKeys } from '../../catalog/recipe/companions.ts'
import { type Job, receiptKey } from '../../functions/operate/pipeline-records.ts'
import { loadRecipe } from '../../functions/operate/recipes/load-recipe.ts'
import { readTimeline } from '../../functions/operate/timeline/read-timeline.ts'
import { connectLocal } from '../../functions/service/admin.ts'
import { readAddresses } from '../../local/run/addresses.ts'
import { typedCommand } from '../../local/run/typed-command.ts'
import { drawComparison } from '../../samples/draw-comparison.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { dataOption } from '../connection/data-option.ts'
import { findFolderIfAny } from '../connection/find-run.ts'
import { localPipelineClients, type OpenedPipeline } from '../connection/pipeline-clients.ts'
import { dropFile } from '../drop/drop-file.ts'
import { drawTimeline } from '../jobs/draw-timeline.ts'
import { openObject, openResult } from '../jobs/fetch-result.ts'
import { followJob } from '../jobs/follow-job.ts'
import { requireOpenFiles } from '../program/require-open-files.ts'
import { say } from '../program/say.ts'

type Options = { recipe: string; out: string; keep?: true; data?: string }

/** The ends of the names of results that are no pictures. */
const OTHERS = ['.mp4', '.json']

/** What a demo writes. */
const WRITTEN = [
  ...['before.png', 'after.png', 'compare.png', 'receipt.json'],
  ...OTHERS.map((ending) => `after${ending}`),
]

/** Minutes a demo waits for its job. */
const PATIENCE = 10

/** `darkroom demo [photo]`: everything once, on a picture drawn for it or one of the caller's. */
export function demo(): Command {
  return new Command('demo')
    .description('start everything, develop one picture, show what happened, and stop')
    .argument(
      '[photo]',
      'a picture of your own, with the files that the recipe needs beside it; without it one with two people is drawn',
    )
    .option('--recipe <name>', 'what to do with it', 'slim')
    .option('-o, --out <folder>', 'where the pictures and the receipt go', 'out/demo')
    .option('--keep', 'drop into the local run that goes on, where the job stays to be looked at')
    .addOption(dataOption('with --keep, the folder of that run'))
    .action(async (photo: string | undefined, { recipe, out, keep, data }: Options) => {
      // Starting takes seconds, which nobody should wait for to learn of a misspelt name.
      if (photo !== undefined) await access(photo)
      requireOpenFiles()
      // Pictures of an earlier demo would look like those of one that fails.
      for (const name of WRITTEN) await rm(join(out, name), { force: true })
      const running = keep && findFolderIfAny(data)
      const folder = await mkdtemp(join(tmpdir(), 'darkroom-demo-'))
      const work = async (clients: OpenedPipeline): Promise<string> => {
        const needed = await filesBeside(photo, recipe, clients)
        const source = photo ?? (await drawSample(folder))
        const dropped = [
          photo ?? 'a drawn picture of two people',
          ...needed.map(({ path }) => path),
        ]
        say(`Dropping ${list(dropped)} under the recipe ${recipe}.`)
        for (const file of needed) await dropFile(file, recipe, clients)
        return await develop(source, recipe, out, clients)
      }
      try {
        if (running) await inRun(running, work)
        else {
          await inFolder(folder, work)
          const start = `${typedCommand()} start`
          say(`To follow jobs in a browser: ${start}, and the demo again with --keep.`)
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
}

/** Works in a run that goes on, and says where its job is seen. */
async function inRun(
  folder: string,
  work: (clients: OpenedPipeline) => Promise<string>,
): Promise<void> {
  const addresses = readAddresses(folder)
  const clients = localPipelineClients(addresses)
  try {
    const job = await work(clients)
    say(linkTo(job, addresses.consoleUrl))
  } finally {
    clients.close()
  }
}

/** The console's link leads to any of its pages. */
function linkTo(job: string, consoleUrl: string | undefined): string {
  if (consoleUrl === undefined) {
    return `Its run has no console: ${typedCommand()} job ${job} --timeline shows the job.`
  }
  const link = new URL(consoleUrl)
  link.pathname = `/console/jobs/${job}`
  return `Open the job: ${link}`
}

async function inFolder(
  dataDir: string,
  work: (clients: OpenedPipeline) => Promise<string>,
): Promise<void> {
  say('Starting the task service and the pipeline on this machine.')
  // The CDK takes seconds to load, which no other command should wait for.
  const { startLocal } = await import('../../local/run/start-local.ts')
  const { addresses, close } = await startLocal({ dataDir, connect: connectLocal })
  try {
    await work(localPipelineClients(addresses))
  } finally {
    await close()
  }
}

/**
 * What a recipe needs besides a photo, from the photo's folder: companions, and the fixed objects it names, by the last
 * part of their keys. Throws when one is not there.
 */
async function filesBeside(
  photo: string | undefined,
  name: string,
  { s3, at }: OpenedPipeline,
): Promise<{ path: string; key: string }[]> {
  const recipe = await loadRecipe(name, { s3, bucket: at.dropBucket })
  const source = photo ?? 'photo.jpg'
  const needed = [
    ...companionKeys(recipe, source).map((path) => ({ path, key: keyOf(path, name) })),
    ...objectKeys(recipe).map((key) => ({ path: join(dirname(source), basename(key)), key })),
  ]
  const missing = photo === undefined ? needed : needed.filter(({ path }) => !existsSync(path))
  if (missing.length > 0) {
    const files = list(missing.map(({ path }) => basename(path)))
    throw new Error(
      photo === undefined
        ? `The recipe ${name} needs more than a drawn picture: name a photo of your own, photo.jpg with ${files} beside it.`
        : `The recipe ${name} needs ${files} beside ${photo}, in ${dirname(photo)}.`,
    )
  }
  return needed
}

function keyOf(path: string, recipe: string): string {
  return `drop/${recipe}/${basename(path)}`
}

function list(names: readonly string[]): string {
  return new Intl.ListFormat('en-GB').format(names)
}

async function drawSample(folder: string): Promise<string> {
  const path = join(folder, 'two-people.png')
  await writeFile(path, (await twoPeople()).png)
  return path
}

/** Drops the source, follows its job, writes what came of it, and gives the job's id. */
async function develop(
  source: string,
  recipe: string,
  out: string,
  clients: OpenedPipeline,
): Promise<string> {
  const { job } = await dropFile({ path: source, key: keyOf(source, recipe) }, recipe, clients)
  const ended = await followJob(clients, job, { limitMs: PATIENCE * 60_000 })
  say('', job)
  for (const line of drawTimeline(await readTimeline(clients, job))) say(line)
  await mkdir(out, { recursive: true })
  const receipt = { Bucket: clients.at.resultsBucket, Key: receiptKey(job) }
  // It is filed right after the record says how the job ended.
  await waitUntilObjectExists({ client: clients.s3, minDelay: 0.1, maxWaitTime: 30 }, receipt)
  await writeFile(
    join(out, 'receipt.json'),
    await openObject(clients.s3, receipt.Bucket, receipt.Key),
  )
  if (ended.failure) throw new Error(`The job failed: ${ended.failure.message}`)

  const written = [...(await writeResult(source, ended, out, clients)), 'receipt.json']
  say('', `Wrote ${list(written)} to ${out}`)
  return job
}

/** Writes what came of the source, with pictures beside what they were. Gives the names of the files. */
async function writeResult(
  source: string,
  job: Job,
  out: string,
  clients: OpenedPipeline,
): Promise<string[]> {
  const [result] = job.results ?? []
  if (!result) return []
  const ending = extname(result.key)
  if (OTHERS.includes(ending)) {
    await writeFile(join(out, `after${ending}`), await openResult(clients, job))
    return [`after${ending}`]
  }
  const { data: after, info } = await sharp(await buffer(await openResult(clients, job)))
    .png()
    .toBuffer({ resolveWithObject: true })
  // A recipe may ask for the size the service gives, which is not the source's.
  const before = await sharp(source)
    .autoOrient()
    .resize(info.width, info.height, { fit: 'fill' })
    .png()
    .toBuffer()
  const compare = await drawComparison(before, after, { difference: true })
  const pictures = { 'before.png': before, 'after.png': after, 'compare.png': compare }
  for (const [name, bytes] of Object.entries(pictures)) await writeFile(join(out, name), bytes)
  return Object.keys(pictures)
}
