import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import type { Objects } from '../../../../functions/pipeline/core/ports/objects.ts'
import { type DeliverInput, deliver } from '../../../../functions/pipeline/deliver/deliver.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'
import { keptInWords } from '../../../metadata/exif/kept-in-words.ts'

const NOW = Date.UTC(2026, 0, 1)
const REFUSED = {
  state: 'Detect',
  step: 2,
  error: { Error: 'NoTarget', Cause: '{"errorMessage":"Nobody is in it."}' },
}
const KEY = 'drop/slim/a.jpg'
function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A job whose effect task has succeeded. The service reports a charge of three units; its webhook said one. */
async function world(
  changes: (objects: Objects) => Partial<Objects> = () => ({}),
  {
    made = Buffer.from('the result'),
    source = Buffer.from('the source'),
    output = {},
    recipe = {},
  }: { made?: Buffer; source?: Buffer; output?: object; recipe?: object } = {},
) {
  const jobs = memoryJobs()
  const objects = memoryObjects(() => NOW)
  const { version } = objects.put('drop', KEY, source)
  const steps = [{ feature: 'body-reshape', parameters: { features: { slim: -10 } } }]
  const job: Job = {
    id: 'job-1',
    status: 'running',
    attempt: 0,
    createdAt: new Date(NOW).toISOString(),
    source: { bucket: 'drop', key: KEY, version, size: 10 },
    recipe: { name: 'slim', plan: parseRecipe({ steps, output, ...recipe }) },
  }
  await jobs.create(job)
  const task = { index: 0, taskId: 't', status: 'success' as const, charge: { units: 1 } }
  const results = { url: 'https://example.com/result' }
  const run = (retries = 0, more: Partial<DeliverInput> = {}) =>
    deliver(
      {
        job: job.id,
        states: [],
        entered: job.createdAt,
        retries,
        trail: [{ feature: 'body-reshape', detection: 'd', tasks: [task] }],
        ...more,
      },
      {
        jobs,
        budgetAccount: memoryBudgetAccount(),
        announce: async () => undefined,
        objects: { ...objects, ...changes(objects) },
        provider: {
          idempotent: true,
          status: async () => ({ task_status: 'success', results, charge: { units: 3 } }),
          create: () => Promise.reject(new Error('Nothing is created here.')),
          upload: () => Promise.reject(new Error('Nothing is uploaded here.')),
        },
        download: async () => ({ bytes: made, contentType: 'image/png' }),
        preparedPictures: { bucket: 'results', prefix: 'prepared/' },
        removeAll: objects.removeAll,
        resultsBucket: 'results',
        resultsPrefix: 'results/',
        uniqueId: () => 'me',
        now: () => NOW,
      },
    )
  const receipt = () =>
    JSON.parse(
      Buffer.from(
        objects.versions('results', 'results/job-1/receipt.json').at(-1)?.bytes ?? '',
      ).toString(),
    )
  const written = () =>
    Buffer.from(objects.versions('results', 'results/job-1/a.png').at(-1)?.bytes ?? [])
  return { run, receipt, written, remove: () => objects.removeVersion('drop', KEY, version) }
}

test('the receipt has the hashes of source and result, and what the service charged', async () => {
  const { run, receipt } = await world()
  expect((await run())?.status).toBe('succeeded')
  expect(receipt()).toMatchObject({
    source: { sha256: sha256('the source') },
    results: [{ sha256: sha256('the result'), size: 10 }],
    steps: [{ tasks: [{ charge: { units: 3 } }] }],
    cost: { units: 3, estimated: false },
  })
})

test.each([
  [1_500, 1_500],
  [0, 0],
  // Clocks differ between who enters a state and who carries it out.
  [-1_500, 0],
])('of a delivery that was entered %i ms ago the trail says %i ms', async (ago, ms) => {
  const { run } = await world()
  const job = await run(0, { entered: new Date(NOW - ago).toISOString() })
  expect(job?.trail?.states).toEqual([{ state: 'Deliver', ms, retries: 0 }])
})

test('a file that a state refused is delivered as it was dropped, where the recipe wants that', async () => {
  const { run, receipt } = await world(undefined, { recipe: { onRefusal: 'original' } })
  const job = await run(0, { refusal: REFUSED })
  expect(job).toMatchObject({
    status: 'succeeded',
    refused: { step: 2, code: 'NoTarget', words: 'Nobody is in it.' },
  })
  expect(receipt().results).toMatchObject([{ sha256: sha256('the source') }])
})

test('a refusal fails the job where the recipe wants nothing else', async () => {
  const { run } = await world()
  await expect(run(0, { refusal: REFUSED })).rejects.toMatchObject({ code: 'NoTarget' })
  const failed = { ...REFUSED, error: {} }
  await expect(run(0, { refusal: failed })).rejects.toMatchObject({ code: 'JobFailed' })
})

test('a source that was deleted meanwhile does not fail a job with a result', async () => {
  const { run, receipt, remove } = await world()
  remove()
  expect((await run())?.status).toBe('succeeded')
  const { source, results } = receipt()
  expect(source).not.toHaveProperty('sha256')
  expect(source.unhashed).toBe('The version was deleted before it was hashed.')
  expect(results).toMatchObject([{ sha256: sha256('the result') }])
})

test('a source that cannot be read delays the result for three tries and no longer', async () => {
  const { run, receipt } = await world(() => ({
    open: () => Promise.reject(new Error('S3 is away.')),
  }))
  for (const retries of [0, 1, 2]) await expect(run(retries)).rejects.toThrow('S3 is away.')
  expect((await run(3))?.status).toBe('succeeded')
  expect(receipt().source.unhashed).toBe('The file could not be read.')
})

test('a result says in XMP what was done; hash and size are those of the bytes that lie there', async () => {
  const made = await sharp({ create: GREY }).png().toBuffer()
  const { run, receipt, written } = await world(undefined, { made })
  await run()
  const { xmpAsString: xmp } = await sharp(written()).metadata()
  // The service of this test does not say which engine it has.
  expect(xmp).toContain('digitalsourcetype/algorithmicallyEnhanced<')
  expect(xmp).toContain('<dc:identifier>darkroom-job:job-1<')
  expect(receipt().results).toMatchObject([
    {
      digitalSource: 'algorithmicallyEnhanced',
      size: written().length,
      sha256: createHash('sha256').update(written()).digest('hex'),
    },
  ])
  const first = written()
  await run()
  expect(written().equals(first)).toBe(true)
})

test('output.mark false leaves the result as the service made it', async () => {
  const made = await sharp({ create: GREY }).png().toBuffer()
  const { run, receipt, written } = await world(undefined, { made, output: { mark: false } })
  await run()
  expect(written().equals(made)).toBe(true)
  expect(receipt().results[0]).not.toHaveProperty('digitalSource')
})

/** What sharp writes of a camera, a lens, a place and an owner. */
const CAMERA = {
  IFD0: { Make: 'Maker', Model: 'One', Artist: 'Somebody' },
  IFD2: { DateTimeOriginal: '2026:01:02 03:04:05', FNumber: '28/10', BodySerialNumber: '123456' },
  IFD3: { GPSMapDatum: 'Street' },
}
const KEPT = {
  picture: { 271: 'Maker', 272: 'One', 315: 'Somebody' },
  exposure: { 33437: '28/10', 36867: '2026:01:02 03:04:05' },
  place: {},
}

test.each(['jpeg', 'png'] as const)(
  'keep-safe keeps camera, date and creator of a %s that was not prepared, and no place',
  async (format) => {
    const grey = sharp({ create: GREY })
    const source = await grey.clone().withExif(CAMERA).toFormat(format).toBuffer()
    const made = await grey.clone().withMetadata({ orientation: 6 }).toFormat(format).toBuffer()
    const kept = await world(undefined, { made, source, output: { metadata: 'keep-safe' } })
    await kept.run()
    const { exif = Buffer.alloc(0), orientation, xmp } = await sharp(kept.written()).metadata()
    expect(keptInWords(exif)).toEqual(KEPT)
    for (const private_ of ['123456', 'Street']) expect(exif.includes(private_)).toBe(false)
    expect(orientation).toBe(6)
    expect(xmp).toBeDefined()
    const [pixels, before] = await Promise.all(
      [kept.written(), made].map((file) => sharp(file).raw().toBuffer()),
    )
    expect(pixels).toEqual(before)
    const hash = createHash('sha256').update(kept.written()).digest('hex')
    expect(kept.receipt().results).toMatchObject([{ sha256: hash, size: kept.written().length }])

    const none = await world(undefined, { made, source, output: { mark: false } })
    await none.run()
    expect(none.written().equals(made)).toBe(true)
  },
)

test('a damaged source keeps nothing and loses nothing', async () => {
  const made = await sharp({ create: GREY }).jpeg().toBuffer()
  const output = { metadata: 'keep-safe', mark: false }
  const damaged = Buffer.from('ffd8ffe1ffff457869660000494900ff', 'hex')
  const { run, written } = await world(undefined, { made, source: damaged, output })
  await run()
  expect(written().equals(made)).toBe(true)
})

const GREY = { width: 8, height: 8, channels: 3, background: '#808080' } as const

test('a job that is not there cannot be delivered', async () => {
  const { run } = await world()
  await expect(run(0, { job: 'job-2' })).rejects.toMatchObject({
    code: 'JobFailed',
    message: 'There is no record of the job job-2.',
  })
})
