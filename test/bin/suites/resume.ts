import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OpenedPipeline } from '../../../bin/connection/pipeline-clients.ts'
import { dropFile } from '../../../bin/drop/drop-file.ts'
import { findFiles } from '../../../bin/drop/find-files.ts'
import { hashFile } from '../../../bin/drop/hash-file.ts'
import { fetchBatch } from '../../../bin/jobs/fetch-batch.ts'
import { fetchJobs } from '../../../bin/jobs/fetch-jobs.ts'
import { followBatch } from '../../../bin/jobs/follow-batch.ts'
import { findEarlier } from '../../../functions/operate/drops/find-earlier.ts'
import { planDrop } from '../../../functions/operate/drops/plan-drop.ts'
import { readJobs } from '../../../functions/operate/jobs/read-jobs.ts'
import { requireFailed, retryJob } from '../../../functions/operate/jobs/retry-job.ts'
import { loadRecipeText } from '../../../functions/operate/recipes/load-recipe.ts'
import { isEveryCaseTried } from '../../setup/sampled.ts'
import { dropManifest, putObject } from '../../stack/batches.ts'
import { noopEngine, noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../../stack/put-recipe.ts'
import { endedJob } from '../../stack/read-job.ts'
import { readLedger } from '../../stack/read-ledger.ts'
import type { Run } from '../../stack/start-run.ts'
import { onePersonPicture } from '../../stack/test-pictures.ts'
import { sharedBench } from '../shared-bench.ts'

let run: Run
let clients: OpenedPipeline
let png: Buffer
beforeAll(async () => {
  ;({ run, bench: clients } = await sharedBench())
  ;({ png } = await onePersonPicture())
})

function folderWith(files: Record<string, Buffer>): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-resume-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, bytes] of Object.entries(files)) writeFileSync(join(folder, name), bytes)
  return folder
}

/** What the recipe would do now to the files of a folder, each named by itself, so that keys do not hold the folder. */
async function plan(recipe: string, folder: string) {
  const where = { s3: clients.s3, bucket: clients.at.dropBucket }
  const loaded = await loadRecipeText(recipe, where)
  const { files } = await findFiles([join(folder, '*.png')])
  const named = { name: recipe, sha256: loaded.sha256 }
  return await planDrop(
    {
      name: recipe,
      recipe: loaded.recipe,
      files,
      companionsLater: false,
      findEarlier: async ({ path, key }) =>
        findEarlier({ key, sha256: await hashFile(path), recipe: named }, clients),
    },
    clients,
  )
}

async function dropAll(recipe: string, folder: string): Promise<string[]> {
  const { sources, earlier } = await plan(recipe, folder)
  const jobs: string[] = []
  for (const file of sources) {
    if (earlier.has(file.key)) continue
    jobs.push((await dropFile(file, recipe, clients)).job)
  }
  for (const job of jobs) await endedJob(run, job)
  return jobs
}

const statesOf = async (recipe: string, folder: string) =>
  [...(await plan(recipe, folder)).earlier.values()].map(({ state }) => state)

test('a folder that was dropped is known, from another folder too, until its bytes or recipe change', async () => {
  run.around('service/run-task', noopWorker())
  await putRecipe(run, 'again', slimRecipe())
  const folder = folderWith({ 'a.png': png, 'b.png': png })
  const jobs = await dropAll('again', folder)
  expect(jobs).toHaveLength(2)
  const before = await readLedger(run)

  // Another machine has the same files elsewhere.
  const elsewhere = folderWith({ 'a.png': png, 'b.png': png })
  expect(await dropAll('again', elsewhere)).toEqual([])
  expect(await statesOf('again', elsewhere)).toEqual(['done', 'done'])
  expect((await plan('again', elsewhere)).units).toEqual({ least: 0, most: 0 })
  expect(await readLedger(run)).toEqual(before)

  writeFileSync(join(elsewhere, 'b.png'), Buffer.concat([png, Buffer.from('changed')]))
  expect(await statesOf('again', elsewhere)).toEqual(['done'])

  await putRecipe(run, 'again', slimRecipe({ description: 'Another one.' }))
  expect(await statesOf('again', folder)).toEqual([])
})

test('a file that others put with a checksum of S3’s is known, and one without is dropped', async () => {
  run.around('service/run-task', noopWorker())
  const [Bucket, Body] = [run.at.dropBucket, png]
  const put = async (name: string, checksum: object) => {
    const Key = `drop/slim/${name}.png`
    await run.s3.send(new PutObjectCommand({ Bucket, Key, Body, ...checksum }))
  }
  await put('with', { ChecksumAlgorithm: 'SHA256' })
  await put('without', {})
  const folder = folderWith({ 'with.png': png, 'without.png': png })
  const { earlier } = await plan('slim', folder)
  expect([...earlier.keys()]).toEqual(['drop/slim/with.png'])
})

test('what was refused or failed is told as such, and a retry counts', async () => {
  let people = 0
  run.around(
    'service/run-task',
    noopWorker(() => ({ perform: (...asked) => noopEngine(people)(...asked) })),
  )
  const folder = folderWith({ 'nobody.png': png })
  const [job = ''] = await dropAll('slim', folder)
  expect(await statesOf('slim', folder)).toEqual(['refused'])
  people = 1
  const next = await retryJob(clients, await requireFailed(clients, job))
  await endedJob(run, next)
  const { earlier } = await plan('slim', folder)
  expect([...earlier.values()]).toEqual([{ job: next, state: 'done' }])
})

test('results are brought at any time, and those that are there are not brought twice', async () => {
  run.around('service/run-task', noopWorker())
  const ids = await dropAll('slim', folderWith({ 'c.png': png, 'd.png': png }))
  const jobs = await readJobs(clients, ids)
  const out = folderWith({})
  await fetchJobs(jobs, out, clients)
  expect(readdirSync(out).sort()).toEqual(['c.png', 'd.png'])
  writeFileSync(join(out, 'd.png'), 'something else')
  await fetchJobs(jobs, out, clients)
  expect(readdirSync(out).sort()).toEqual(['c.png', 'd (2).png', 'd.png'])
  expect(readFileSync(join(out, 'd.png'), 'utf8')).toBe('something else')
})

test.runIf(isEveryCaseTried())(
  'a batch is followed to its end, with a line for each file',
  async () => {
    run.around('service/run-task', noopWorker())
    const keys = Array.from({ length: 12 }, (_, nth) => `files/followed/${nth}.png`)
    for (const key of keys) await putObject(run, key, png)
    // One of them is not there, and so has no job.
    const lines = [...keys, 'files/followed/gone.png']
      .map((key) => JSON.stringify({ key }))
      .join('\n')
    const id = await dropManifest(run, 'batches/slim/followed.jsonl', lines, {})
    const out = new PassThrough()
    const text: string[] = []
    out.on('data', (part) => text.push(String(part)))
    const ended = await followBatch(clients, id, { out: out as never })
    expect(ended).toMatchObject({ status: 'succeeded', succeeded: 12, refused: 0, failed: 1 })
    for (const key of keys) expect(text.join('')).toContain(`✓ ${key}  succeeded`)
    expect(text.join('')).toMatch(/^✗ files\/followed\/gone\.png {2}failed: ./m)

    const results = folderWith({})
    await fetchBatch(ended, results, clients)
    // Fetched again, nothing comes twice.
    await fetchBatch(ended, results, clients)
    expect(readdirSync(join(results, 'followed'))).toHaveLength(12)
  },
)
