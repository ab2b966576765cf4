import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { isEveryCaseTried, sampled } from '../../setup/sampled.ts'
import { drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { noopWorker } from '../noop-worker.ts'
import { overhear } from '../overhear.ts'
import { putRecipe } from '../put-recipe.ts'
import { endedJob, readObject, readReceipt, statesEntered } from '../read-job.ts'
import { ledgerSince, readLedger } from '../read-ledger.ts'
import type { Run } from '../start-run.ts'
import { type TestPicture, twoPeoplePicture } from '../test-pictures.ts'
import { tracedRun } from '../traced-run.ts'

let run: Run
beforeAll(async () => {
  ;({ run } = await tracedRun())
})

type PutEvents = { Entries: { Source: string; DetailType: string; Detail: string }[] }

test('a dropped photo comes back reshaped, with a receipt, for one unit', async () => {
  const picture = await twoPeoplePicture()
  const events = overhear('AWSEvents.PutEvents') as PutEvents[]
  const before = await readLedger(run)
  const key = 'drop/slim/a b/c+d/100%25 & \'one\' "two" 📷\nend.png'

  const dropped = await drop(run, picture.png, key)
  const job = await endedJob(run, dropped.job)
  const receipt = await readReceipt(run, dropped.job)

  expect(job.failure).toBeUndefined()
  expect(job.status).toBe('succeeded')
  expect(receipt.source).toMatchObject({
    bucket: dropped.bucket,
    key,
    version: dropped.version,
    size: picture.png.length,
    sha256: createHash('sha256').update(picture.png).digest('hex'),
  })
  expect(await statesEntered(run, dropped.job)).toEqual([
    'PreProcess',
    'ChooseTarget',
    'EachTarget',
    'CreateTask',
    'MoreSteps',
    'Deliver',
  ])

  const { width, height, boxes = [] } = job.trail?.steps[0]?.found ?? {}
  expect({ width, height }).toEqual(await sizeOf(picture.png))
  expect(boxes).toHaveLength(2)
  expect(boxes.flat().every(Number.isInteger)).toBe(true)

  const { tasks, charged, spent } = ledgerSince(before, await readLedger(run))
  expect(tasks.map(({ stage, status }) => `${stage} ${status}`).sort()).toEqual([
    'effect success',
    'pre-process success',
  ])
  expect(charged).toEqual(tasks.filter(({ stage }) => stage === 'effect').map(({ id }) => id))
  expect(spent).toBe(1)

  const [result, ...others] = receipt.results
  expect(others).toEqual([])
  expect(receipt.results).toEqual(job.results)
  expect(result?.key.startsWith(`results/${dropped.job}/`)).toBe(true)
  await expectOnlyTheLargerChanged(
    picture,
    await readObject(run, run.at.resultsBucket, result?.key ?? ''),
  )

  const told = await eventually('the domain event', () =>
    events
      .flatMap(({ Entries }) => Entries)
      .find(({ Detail }) => JSON.parse(Detail).job === dropped.job),
  )
  expect([told.Source, told.DetailType]).toEqual(['darkroom', 'Job Succeeded'])
})

async function sizeOf(png: Buffer): Promise<{ width: number; height: number }> {
  const { width, height } = await sharp(png).metadata()
  return { width, height }
}

// `on-refusal.ts` has the sample of another format.
test.runIf(isEveryCaseTried())('a result has the format that the recipe names', async () => {
  const step = { feature: 'body-reshape', parameters: { features: { slim: -40 } } }
  await putRecipe(run, 'as-jpg', { steps: [step], output: { format: 'jpg' } })
  const { job } = await drop(run, (await twoPeoplePicture()).png, 'drop/as-jpg/photo.png')
  const [result] = (await endedJob(run, job)).results ?? []
  expect(result).toMatchObject({
    contentType: 'image/jpeg',
    key: expect.stringMatching(/photo\.jpg$/),
  })
  const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
  expect(Buffer.from(bytes).subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

// `keys.ts` drops such keys in `npm test`.
test.runIf(isEveryCaseTried())('strange keys stay unchanged and lead nowhere else', async () => {
  // This does not depend on the engine.
  run.around('service/run-task', noopWorker())
  const { png } = await twoPeoplePicture()
  const upward = 'drop/slim/..%2f..%2fetc%2fpasswd'
  // No URL can hold its segments, so the file is uploaded.
  const dotted = 'drop/slim/../../etc/passwd'
  const doubled = 'drop/slim//a//b\\c'
  const longest = `drop/slim/${'🦘'.repeat(253)}xy`
  const [composed, decomposed] = ['NFC', 'NFD'].map((form) => `drop/slim/café.png`.normalize(form))
  expect(Buffer.byteLength(longest)).toBe(1024)
  const keys = sampled(4, [dotted, longest, composed ?? '', decomposed ?? '', upward, doubled])
  const drops = await Promise.all(keys.map((key) => drop(run, png, key)))
  expect(new Set(drops.map(({ job }) => job)).size).toBe(keys.length)
  for (const { job, key } of drops) {
    expect((await endedJob(run, job)).failure).toBeUndefined()
    const { source, results } = await readReceipt(run, job)
    expect(source.key).toBe(key)
    const [result] = results
    const name = result?.key.slice(`results/${job}/`.length)
    expect(result?.key).toBe(`results/${job}/${name}`)
    expect(name).not.toContain('/')
    expect((await readObject(run, run.at.resultsBucket, result?.key ?? '')).length).toBe(
      result?.size,
    )
  }
})

async function expectOnlyTheLargerChanged(
  { png, people }: TestPicture,
  result: Uint8Array,
): Promise<void> {
  const [larger, other] = people
  if (!larger || !other) throw new Error('The picture needs two people.')
  const [was, is] = await Promise.all([png, result].map((bytes) => sharp(bytes).metadata()))
  expect([is?.format, is?.width, is?.height]).toEqual(['png', was?.width, was?.height])
  expect(await changedPart(png, result, larger)).toBeGreaterThan(0.03)
  expect(await changedPart(png, result, other)).toBe(0)
}

/** The share (0-1) of a box's pixels whose colour changed by more than compression or rounding does. */
async function changedPart(
  before: Uint8Array,
  after: Uint8Array,
  box: TestPicture['people'][number],
): Promise<number> {
  const [was, is] = await Promise.all(
    [before, after].map((bytes) => sharp(bytes).removeAlpha().extract(box).raw().toBuffer()),
  )
  if (!was || !is) throw new Error('Both pictures need pixels.')
  let changed = 0
  for (let at = 0; at < was.length; at += 3) {
    const most = Math.max(...[0, 1, 2].map((c) => Math.abs(was[at + c]! - is[at + c]!)))
    if (most > 8) changed += 1
  }
  return changed / (was.length / 3)
}
