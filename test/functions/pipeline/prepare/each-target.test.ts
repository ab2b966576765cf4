import { expect, test } from 'vitest'
import { Failure } from '../../../../catalog/failures/failure.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { prepare } from '../../../../functions/pipeline/prepare/prepare.ts'

const STEP = { feature: 'body-reshape', parameters: { features: { slim: 1 } } }

type Situation = {
  target?: string
  output?: object
  recipe?: object
  /** What the engine makes of the source, for its targets or as one; or what it throws. */
  made?: object | object[] | Error
  /** Errors of tasks by their targets, in their order; null for one that succeeded after all. */
  tasks?: (string | null | Error)[]
  succeeded?: boolean
}

/** What preparing gives, what the engine was asked and which keys were written. */
async function prepared({
  target = 'largest',
  output = {},
  recipe = {},
  made,
  tasks,
  succeeded = false,
}: Situation) {
  const plan = parseRecipe({ steps: [{ ...STEP, target }], output, ...recipe })
  const source = { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 }
  const written: string[] = []
  const asked: unknown[] = []
  const deps = {
    jobs: { get: async () => ({ id: 'job-1', source, recipe: { name: 'slim', plan } }) },
    objects: {
      open: async () => ({ body: 'source' }),
      write: async ({ bucket, key }: { bucket: string; key: string }) =>
        void written.push(`${bucket}:${key}`),
    },
    provider: {
      status: async (_: unknown, __: unknown, id: string) => {
        const error = tasks?.[Number(id)]
        if (error instanceof Error) throw error
        return error ? { task_status: 'error', error } : { task_status: 'success', results: {} }
      },
    },
    pictures: {
      prepare: async (
        _: unknown,
        wanted: object,
        write: (index: number | undefined, file: object) => Promise<void>,
      ) => {
        asked.push(wanted)
        if (made instanceof Error) throw made
        const all = Array.isArray(made) ? made : made ? [made] : []
        for (const one of all) {
          if (!('preparation' in one) && Array.isArray(made)) continue
          const index = Array.isArray(made) ? (one as { index: number }).index : undefined
          await write(index, { ending: '.jpg', contentType: 'image/jpeg', bytes: [] })
        }
        return made
      },
    },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
  }
  const refused = tasks && {
    tasks: tasks.map((_, index) => ({ index, taskId: String(index) })),
    targets: tasks.map((_, index) => ({ index, why: '' })),
    succeeded,
  }
  const input = { job: 'job-1', step: 0, previous: null, refused }
  const given = await prepare(input as never, deps as never).catch((error: Failure) => error)
  return { given, written, asked }
}

const NOTHING = { step: 0, key: null, preparation: null, restores: false }
const CROP = { crop: { left: 0 } }

test('a source that meets the rule is left as it is', async () => {
  const { given, asked } = await prepared({})
  expect(given).toEqual(NOTHING)
  expect(asked).toEqual([
    expect.objectContaining({ target: 'largest', named: true, refused: false, chosen: undefined }),
  ])
})

test('a prepared source is put back, but where results stay as the service made them', async () => {
  const key = 'prepared/job-1/0.jpg'
  const { given, written } = await prepared({ made: CROP })
  expect(given).toEqual({ step: 0, key, preparation: CROP, restores: true })
  expect(written).toEqual([`results:${key}`])
  const service = await prepared({ made: CROP, output: { size: 'service' } })
  expect(service.given).toMatchObject({ key, restores: false })
})

test('each target has its own picture, or the reason why there is none', async () => {
  const made = [
    { index: 0, preparation: CROP },
    { index: 2, refusal: 'Too small.' },
  ]
  const { given, written } = await prepared({ target: 'all', made })
  const done = { ...NOTHING, restores: true }
  expect(given).toEqual({
    ...done,
    parts: [
      { ...done, part: 0, key: 'prepared/job-1/0.0.jpg', preparation: CROP },
      { ...done, part: 2, refusal: 'Too small.' },
    ],
    feature: 'body-reshape',
    last: true,
  })
  expect(written).toEqual(['results:prepared/job-1/0.0.jpg'])
  const none = [
    { index: 0, refusal: 'Too small.' },
    { index: 1, refusal: 'Hidden.' },
  ]
  expect((await prepared({ target: 'all', made: none })).given).toMatchObject({
    code: 'SourceUnfit',
    message: 'Too small.',
  })
  expect((await prepared({ target: 'all', made: [] })).given).toMatchObject({ parts: [] })
})

const UNSEEN = 'PHOTO_DETECTION_FAIL'

test('a refused task is prepared for where that may help, and its failure told where it did not', async () => {
  const helped = await prepared({ tasks: [UNSEEN], made: CROP })
  expect(helped.given).toMatchObject({ preparation: CROP })
  expect(helped.asked).toMatchObject([{ refused: true }])
  expect((await prepared({ tasks: [UNSEEN] })).given).toMatchObject({ code: 'TaskFailed' })
  const kept = await prepared({ tasks: [UNSEEN, null] })
  expect(kept.given).toMatchObject({ key: null, restores: true, parts: [] })
  expect(kept.asked).toHaveLength(1)
  const both = await prepared({ tasks: ['error_inference', UNSEEN], made: CROP })
  expect(both.given).toMatchObject({ preparation: CROP })
  const unfit = await prepared({ tasks: [UNSEEN, null], made: new Fault('small', 'Small.') })
  expect(unfit.given).toMatchObject({ parts: [] })
  const away = await prepared({
    tasks: [UNSEEN, null],
    made: new Failure('ServiceBusy', 'Busy.'),
  })
  expect(away.given).toMatchObject({ code: 'ServiceBusy' })
  const unseen = await prepared({ tasks: [UNSEEN], made: new Fault('target', 'Nobody.') })
  expect(unseen.given).toMatchObject({ code: 'TaskFailed' })
})

test('where preparing cannot help the other failure is told, unless a task succeeded', async () => {
  const other = await prepared({ tasks: ['error_inference'] })
  expect(other.given).toMatchObject({ code: expect.stringMatching(/^Task/) })
  expect(other.asked).toEqual([])
  expect((await prepared({ tasks: ['error_inference', null] })).given).toEqual(NOTHING)
  expect((await prepared({ tasks: ['error_inference'], succeeded: true })).given).toEqual(NOTHING)
  const all = await prepared({ target: 'all', tasks: ['error_inference', null] })
  expect(all.given).toMatchObject({ parts: [] })
  const busy = await prepared({ tasks: [new Failure('ServiceBusy', 'Busy.')] })
  expect(busy.given).toMatchObject({ code: 'ServiceBusy' })
  const defect = await prepared({ tasks: [new TypeError('a defect')] })
  expect(defect.given).toMatchObject({ message: 'a defect' })
})

test('what is wrong with a source is told, and does not undo what other targets came to', async () => {
  const unfit = new Fault('small', 'It is small.')
  expect((await prepared({ made: unfit })).given).toMatchObject({
    code: 'SourceUnfit',
    message: 'It is small.',
  })
  const slow = new Fault('runtime', 'It took too long.')
  expect((await prepared({ made: slow })).given).toMatchObject({ code: 'PreparationStopped' })
  const defect = new TypeError('a defect')
  expect((await prepared({ made: defect })).given).toBe(defect)
})

test('nothing is prepared where the recipe lets nothing be', async () => {
  const { given, asked } = await prepared({ made: CROP, recipe: { prepare: 'none' } })
  expect([given, asked]).toEqual([NOTHING, []])
})
