import { expect, test } from 'vitest'
import { executionName } from '../../../../functions/pipeline/core/begin/execution-name.ts'
import type { Ending } from '../../../../functions/pipeline/core/ports/job.ts'
import { type StartDeps, start } from '../../../../functions/pipeline/start/start.ts'
import { memoryBudgetAccount } from '../../../faults/ports/memory-budget-account.ts'
import { memoryCompanions } from '../../../faults/ports/memory-companions.ts'
import { memoryJobs } from '../../../faults/ports/memory-jobs.ts'
import { memoryObjects } from '../../../faults/ports/memory-objects.ts'

const BUCKET = 'drop'
const step = { feature: 'body-reshape', parameters: { features: { slim: -10 } } }

function open() {
  const objects = memoryObjects(Date.now)
  const reads: string[] = []
  const started: string[] = []
  const deps = {
    jobs: memoryJobs(),
    objects: {
      ...objects,
      read: (place: { bucket: string; key: string }, most: number) => {
        reads.push(place.key)
        return objects.read(place, most)
      },
    },
    companions: memoryCompanions(() => {}),
    startExecution: async (name: string) => {
      started.push(name)
      return 'started' as const
    },
    budgetAccount: memoryBudgetAccount(),
    announce: async () => {},
    uniqueId: () => 'nobody else',
    now: Date.now,
  }
  const drop = async (key: string) => {
    const { version } = objects.put(BUCKET, key, Buffer.from('a picture'))
    const object = { key, size: 9, etag: version, 'version-id': version }
    const detail = { bucket: { name: BUCKET }, object }
    const begun = await start(JSON.stringify({ 'detail-type': 'Object Created', detail }), deps)
    return { begun, source: { bucket: BUCKET, key, version } }
  }
  return { objects, deps, reads, started, drop }
}

test('a drop reads its recipe once and begins its job', async () => {
  const { objects, drop, reads, started } = open()
  objects.put(BUCKET, 'recipes/slim.json', Buffer.from(JSON.stringify({ steps: [step] })))
  const { begun, source } = await drop('drop/slim/a.jpg')
  expect(begun).toEqual({ job: executionName(source, 'slim'), outcome: 'started' })
  expect(started).toEqual([begun.job])
  expect(reads).toEqual(['recipes/slim.json'])
})

test.each([
  ['an unknown recipe', undefined, 'RecipeUnknown'],
  ['a recipe that is no JSON', '{', 'RecipeInvalid'],
  ['a recipe that breaks a rule', '{"steps":[]}', 'RecipeInvalid'],
])('%s begins a job with the reason to fail', async (_, text, code) => {
  const { objects, deps, drop } = open()
  if (text) objects.put(BUCKET, 'recipes/odd.json', Buffer.from(text))
  const { begun } = await drop('drop/odd/a.jpg')
  expect((await deps.jobs.get(begun.job ?? ''))?.refusal?.code).toBe(code)
})

test('a feature that the service does not carry out is refused before anything is paid', async () => {
  const { objects, deps, drop } = open()
  Object.assign(deps, { offer: { features: ['face-lift'] } })
  objects.put(BUCKET, 'recipes/slim.json', Buffer.from(JSON.stringify({ steps: [step] })))
  const { begun } = await drop('drop/slim/a.jpg')
  expect((await deps.jobs.get(begun.job ?? ''))?.refusal).toEqual({
    code: 'FeatureUnavailable',
    message: 'The service does not carry body-reshape out. It carries out face-lift.',
  })
})

test('a later step that takes a generator is refused before an earlier one is paid', async () => {
  const { objects, deps, drop } = open()
  const replace = (prompt: string) => ({
    feature: 'obj-replace',
    parameters: { prompt },
    inputs: { msk: { object: 'inputs/a.png' } },
  })
  const features = ['body-reshape', 'obj-replace']
  const put = (prompt: string) =>
    objects.put(
      BUCKET,
      'recipes/odd.json',
      Buffer.from(JSON.stringify({ steps: [step, replace(prompt)] })),
    )
  const refusalOf = async (file: string) =>
    (await deps.jobs.get((await drop(`drop/odd/${file}`)).begun.job ?? ''))?.refusal
  put('ein Strauss weisser Tulpen')
  expect(await refusalOf('unknown.jpg')).toBeUndefined()
  Object.assign(deps, { offer: { features } })
  const refusal = await refusalOf('a.jpg')
  expect(refusal?.code).toBe('FeatureUnavailable')
  expect(refusal?.message).toMatch(/^steps\[1\]: prompt asks for .* -c generator=bedrock/)
  put('eine rote Jacke')
  expect(await refusalOf('b.jpg')).toBeUndefined()
  put('ein Strauss weisser Tulpen')
  Object.assign(deps, { offer: { features, generator: { name: 'own', abilities: ['fill'] } } })
  expect(await refusalOf('c.jpg')).toBeUndefined()
})

/** A job that failed, in a pipeline with these settings, and what an operator asks to try it again. */
async function openFailed(settings: Partial<Pick<StartDeps, 'overrides' | 'retryOverrides'>> = {}) {
  const { objects, deps, drop, started } = open()
  objects.put(BUCKET, 'recipes/slim.json', Buffer.from(JSON.stringify({ steps: [step] })))
  const { begun } = await drop('drop/slim/a.jpg')
  const job = begun.job ?? ''
  const failure = { code: 'NoTarget', message: 'Nobody.', state: 'ChooseTarget', retryable: false }
  await deps.jobs.finish(job, { status: 'failed', failure } as Ending)
  const retry = async (changes: object) => {
    const overrides = JSON.stringify(changes)
    const message = JSON.stringify({ retry: job, overrides })
    const next = await start(message, { ...deps, ...settings })
    return { ...next, record: await deps.jobs.get(next.job ?? '') }
  }
  return { job, retry, started, jobs: deps.jobs }
}

const LEFTMOST = { steps: [{ target: 'leftmost' }] }

test('a retry with changes begins one attempt, whose record has them, however often it is asked', async () => {
  const { job, retry, started, jobs } = await openFailed()
  const { record, ...begun } = await retry(LEFTMOST)
  expect(begun).toEqual({ job: `${job}-1`, outcome: 'started' })
  expect(record?.recipe).toMatchObject({ changes: JSON.stringify(LEFTMOST), plan: LEFTMOST })
  const again = await retry({ steps: [{ target: 'rightmost' }] })
  expect([again.job, again.record]).toEqual([`${job}-1`, record])
  expect(new Set(started)).toEqual(new Set([job, `${job}-1`]))
  expect(jobs.all()).toHaveLength(2)
})

test('a pipeline that lets no file change its recipe lets a retry, unless it is set otherwise', async () => {
  const settled = await openFailed({ overrides: false })
  expect((await settled.retry(LEFTMOST)).record?.recipe.plan).toMatchObject(LEFTMOST)
  const strict = await openFailed({ retryOverrides: false })
  const { record } = await strict.retry(LEFTMOST)
  expect(record?.recipe).not.toHaveProperty('changes')
  expect(record?.refusal).toEqual({
    code: 'RecipeInvalid',
    message: 'With the changes of the retry: this pipeline lets no retry change the recipe.',
  })
})
