import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import type { Job } from '../../../../functions/pipeline/core/ports/job.ts'
import { deliver } from '../../../../functions/pipeline/deliver/deliver.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'

const NOW = Date.UTC(2026, 0, 1)
const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 1 } }, target: 'all' }
const task = (index: number, more: object = {}) => ({
  index,
  taskId: `t${index}`,
  status: 'success',
  ...more,
})

type Situation = {
  tasks: object[]
  /** What the service says of a task, by its id; a result at its URL where nothing is said. */
  says?: Record<string, object | Error>
  restored?: object[]
  output?: object
  onRefusal?: 'fail' | 'original'
  /** The feature of the step that is done. */
  feature?: string
  /** The picture that results were put together into. */
  together?: Buffer
}

/** The results that are filed, by their keys below the job's, and the job. */
async function filed({
  tasks,
  says = {},
  restored,
  output = {},
  onRefusal,
  feature = 'body-reshape',
  together = Buffer.from('together'),
}: Situation) {
  const jobs = memoryJobs()
  const objects = memoryObjects(() => NOW)
  const { version } = objects.put('drop', 'drop/slim/a.jpg', Buffer.from('source'))
  objects.put('results', 'prepared/together', together)
  const plan = parseRecipe({ steps: [SLIM], output: { mark: false, ...output }, onRefusal })
  await jobs.create({
    id: 'job-1',
    status: 'running',
    attempt: 0,
    createdAt: new Date(NOW).toISOString(),
    source: { bucket: 'drop', key: 'drop/slim/a.jpg', version, size: 6 },
    recipe: { name: 'slim', plan },
  } as Job)
  const tags: unknown[] = []
  const deps = {
    jobs,
    budgetAccount: memoryBudgetAccount(),
    announce: async () => undefined,
    objects: {
      ...objects,
      write: async (...given: Parameters<typeof objects.write>) => {
        tags.push(given[2].tags)
        await objects.write(...given)
      },
    },
    provider: {
      status: async (_: unknown, __: unknown, id: string) => {
        const said = says[id] ?? {}
        if (said instanceof Error) throw said
        return { task_status: 'success', results: { url: `https://r.example/${id}` }, ...said }
      },
    },
    download: async (url: string) => ({ bytes: Buffer.from(url), contentType: 'image/png' }),
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    removeAll: async () => {},
    resultsBucket: 'results',
    resultsPrefix: 'results/',
    uniqueId: () => 'me',
    now: () => NOW + 1500,
  }
  const step = { feature, detection: 'd', tasks }
  const trail = [{ ...step, ...(restored && { restored: { files: restored } }) }]
  const input = {
    job: 'job-1',
    states: [],
    entered: new Date(NOW).toISOString(),
    retries: 2,
    trail,
  }
  const job = await deliver(input as never, deps as never)
  const results = job?.results?.map(({ key, index, contentType }) => [
    key.replace('results/job-1/', ''),
    index,
    contentType,
  ])
  const text = (name: string) =>
    String(Buffer.from(objects.versions('results', `results/job-1/${name}`).at(-1)?.bytes ?? []))
  return { job, results, tags, text, again: () => deliver(input as never, deps as never) }
}

test('of several targets each result has its index, of one it has none in its name', async () => {
  const two = await filed({ tasks: [task(0), task(3)] })
  expect(two.results).toEqual([
    ['a.0.png', 0, 'image/png'],
    ['a.3.png', 3, 'image/png'],
  ])
  expect(two.text('a.3.png')).toBe('https://r.example/t3')
  const one = await filed({ tasks: [task(3)], output: { keepDays: 7 } })
  expect(one.results).toEqual([['a.png', 3, 'image/png']])
  expect(one.tags[0]).toEqual({ 'keep-days': '7' })
  expect(two.tags[0]).toBeUndefined()
  expect(one.job?.trail?.states).toEqual([{ state: 'Deliver', ms: 1500, retries: 2 }])
})

test('a job that has ended is announced and not delivered again', async () => {
  const { job, again } = await filed({ tasks: [task(0)] })
  expect(await again()).toMatchObject({ status: 'succeeded', finishedAt: job?.finishedAt })
})

const FAILED = { task_status: 'error', error: 'error_src_face_too_small', error_message: 'Small.' }
const notMade = { taskId: undefined, failure: { Error: 'UnitsMissing', Cause: 'No units.' } }

test('the targets that succeeded are delivered, and where none did the first failure is told', async () => {
  const some = await filed({
    tasks: [task(0), task(1, notMade), task(2)],
    says: { t0: FAILED },
  })
  expect(some.results).toEqual([['a.2.png', 2, 'image/png']])
  const none = filed({ tasks: [task(1, notMade), task(0)], says: { t0: FAILED } })
  await expect(none).rejects.toMatchObject({ code: 'UnitsMissing', message: 'No units.' })
  await expect(filed({ tasks: [] })).rejects.toThrow('The workflow ended without an effect task.')
  await expect(filed({ tasks: [task(0, { taskId: undefined })] })).rejects.toMatchObject({
    code: 'JobFailed',
  })
})

test('what a retry may mend is thrown, and what it may not counts for its target alone', async () => {
  const says = { t0: new Failure('ServiceBusy', 'Busy.') }
  await expect(filed({ tasks: [task(0), task(1)], says })).rejects.toMatchObject({
    code: 'ServiceBusy',
  })
  const refused = { t0: new Failure('TaskRefused', 'Gone.') }
  expect((await filed({ tasks: [task(0), task(1)], says: refused })).results).toHaveLength(1)
  const broken = { t0: new TypeError('a defect') }
  await expect(filed({ tasks: [task(0)], says: broken })).rejects.toThrow('a defect')
})

test('results that were put together are filed once', async () => {
  const file = { key: 'prepared/together', contentType: 'image/jpeg', restoration: {} }
  const both = await filed({
    tasks: [task(0), task(1), task(2)],
    restored: [{ index: 0, together: [0, 1], ...file }],
  })
  expect(both.results).toEqual([
    ['a.jpg', 0, 'image/jpeg'],
    ['a.2.png', 2, 'image/png'],
  ])
  expect(both.text('a.jpg')).toBe('together')
  const own = await filed({ tasks: [task(0), task(1)], restored: [{ index: 1, ...file }] })
  expect(own.results).toEqual([
    ['a.0.png', 0, 'image/png'],
    ['a.1.jpg', 1, 'image/jpeg'],
  ])
  const gone = filed({ tasks: [task(0)], restored: [{ index: 0, ...file, key: 'prepared/gone' }] })
  await expect(gone).rejects.toMatchObject({ code: 'ResultUnavailable' })
})

test('findings are filed as JSON, and nothing at all is no result', async () => {
  const found = await filed({ tasks: [task(0)], says: { t0: { results: { age: 3 } } } })
  expect(found.results).toEqual([['a.json', 0, 'application/json']])
  expect(JSON.parse(found.text('a.json'))).toEqual({ age: 3 })
  const nothing = filed({ tasks: [task(0)], says: { t0: { results: {} } } })
  await expect(nothing).rejects.toThrow('The service gives neither a file nor a finding.')
})

test('where nobody suits the dropped file may come back, of the step that was last', async () => {
  const says = { t0: { task_status: 'error', error: 'PHOTO_DETECTION_FAIL' } }
  const { job, results } = await filed({ tasks: [task(0)], says, onRefusal: 'original' })
  expect(job?.refused).toMatchObject({ step: 0, words: expect.stringContaining('PHOTO') })
  expect(results).toEqual([['a.jpg', undefined, 'application/octet-stream']])
  const broken = { t0: { task_status: 'error', error: 'error_inference' } }
  await expect(
    filed({ tasks: [task(0)], says: broken, onRefusal: 'original' }),
  ).rejects.toMatchObject({ code: expect.stringMatching(/^Task/) })
})

test('a result’s hash is that of its bytes', async () => {
  const { job } = await filed({ tasks: [task(0)] })
  const bytes = 'https://r.example/t0'
  expect(job?.results).toMatchObject([
    { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') },
  ])
})

test('what was put together is marked by what those in it were made with', async () => {
  const grey = { width: 8, height: 8, channels: 3, background: '#808080' } as const
  const together = await sharp({ create: grey }).png().toBuffer()
  const generation = { generator: 'own', operation: 'fill', model: 'm', dollars: 0 }
  const own = { engine: '1.0', charge: { units: 1 } }
  const made = { engine: '1.0', charge: { units: 1, generations: [generation] } }
  const file = { key: 'prepared/together', contentType: 'image/png', restoration: {} }
  const marked = async (second: object, third: object) => {
    const tasks = [task(0, own), task(1, second), task(2, third)]
    const restored = [{ index: 0, together: [0, 1], ...file }]
    const output = { mark: true }
    const { job } = await filed({ tasks, restored, output, feature: 'cloth-v3', together })
    return job?.results?.[0]?.digitalSource
  }
  expect(await marked(own, made)).toBe('composite')
  expect(await marked(made, own)).toBe('compositeWithTrainedAlgorithmicMedia')
})
