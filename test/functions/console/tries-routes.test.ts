import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { FailureCode } from '../../../catalog/failures/failures.ts'
import { TRIES_ROUTES } from '../../../functions/console/routes/tries/tries-routes.ts'
import { ServiceFailure } from '../../../functions/operate/tries/try-service.ts'

/** What a route of tries answers, over a service of which only these parts are there, and what that was asked. */
async function answerOf(route: string, call: object, tries: object = {}, offer?: object) {
  const { handle } = TRIES_ROUTES.find(({ method, path }) => `${method} ${path}` === route)!
  const asked: unknown[] = []
  const told = Object.entries(tries).map(([name, answer]) => [
    name,
    async (...given: unknown[]) => {
      asked.push([name, ...given.map((one) => (one as { name?: string })?.name ?? one)])
      if (answer instanceof Error) throw answer
      return answer
    },
  ])
  const request = { headers: { 'idempotency-key': 'key-00000001' } }
  const given = { query: {}, at: {}, body: {}, session: { who: 'ada' }, request, ...call }
  const deps = { tries: Object.fromEntries(told), baseUrl: 'https://service.example', offer }
  return { answer: await handle(given as never, deps as never), asked }
}

const SRC = { role: 'src', name: 'a.jpg', contentType: 'image/jpeg', size: 10 }
const SLIM = { feature: 'body-reshape', parameters: { features: { slim: 10 } } }
const keyOf = (make: string) =>
  `console-tries/${createHash('sha256').update(`ada\nkey-00000001\n${make}`).digest('hex')}`

test('what the service carries out is told as far as it is known', async () => {
  const bare = { baseUrl: 'https://service.example' }
  expect((await answerOf('GET /tries', {})).answer).toEqual({ json: bare })
  const offer = { features: new Set(['face-lift']) }
  expect((await answerOf('GET /tries', {}, {}, offer)).answer).toEqual({
    json: { ...bare, features: ['face-lift'] },
  })
  const generator = { name: 'g', abilities: new Set(['fill']) }
  expect((await answerOf('GET /tries', {}, {}, { ...offer, generator })).answer).toMatchObject({
    json: { generator: { name: 'g', abilities: ['fill'] } },
  })
})

test('a try is judged with its requests, or by every field that breaks a rule', async () => {
  const check = async (body: object) => (await answerOf('POST /tries/check', { body })).answer
  expect(await check({ ...SLIM, files: [SRC] })).toEqual({
    json: {
      units: { least: expect.any(Number), most: expect.any(Number) },
      effect: {
        path: expect.stringContaining('body-reshape'),
        body: expect.objectContaining({ src_file_id: '{src.0}', index: 0 }),
      },
      detection: { path: expect.stringContaining('pre-process') },
    },
  })
  const wrong = await check({ ...SLIM, parameters: { features: {} }, files: [{ ...SRC, size: 0 }] })
  expect(wrong).toMatchObject({
    json: { problems: [{ path: ['files', 'src'], words: 'src: a.jpg is empty.' }, {}] },
  })
  const parameters = { template_id: 'push_in', dst_duration: 5 }
  const moved = await check({ feature: 'image-to-video', parameters, files: [SRC] })
  expect(moved).toHaveProperty('json.effect')
  expect(moved).not.toHaveProperty('json.detection')
  const refs = [1, 2].map((n) => ({ ...SRC, role: 'ref', name: `${n}.jpg` }))
  const faces = [0, 1].map((at) => ({ index: at, position: at }))
  const swap = { feature: 'face-swap', parameters: { face_mapping: faces }, files: [SRC, ...refs] }
  expect(JSON.stringify(await check(swap))).toContain('["{ref.0}","{ref.1}"]')
})

test('a feature that is not there is refused with the nearest one', async () => {
  const check = answerOf('POST /tries/check', {
    body: { ...SLIM, feature: 'body-reshap', files: [] },
  })
  await expect(check).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: expect.stringMatching(/^There is no feature body-reshap\..*body-reshape/),
  })
})

test('each file gets a slot, whose address is shown once', async () => {
  const request = { method: 'PUT', url: 'https://s3.example/a', headers: {} }
  const body = { ...SLIM, make: 'slots', files: [SRC] }
  const { answer, asked } = await answerOf('POST /tries', { body }, { slot: { id: 'i', request } })
  expect(answer).toEqual({
    json: { slots: [{ role: 'src', id: 'i' }] },
    shownOnce: { slots: [{ role: 'src', id: 'i', request }] },
  })
  expect(asked).toHaveLength(1)
})

test('detection and effect are tasks under keys of their own', async () => {
  const detect = { make: 'detection', feature: 'body-reshape', src: 'f' }
  const detected = await answerOf('POST /tries', { body: detect }, { create: 't' })
  expect(detected.answer).toEqual({ json: { task: 't' } })
  expect(detected.asked).toEqual([
    ['create', 'body-reshape', 'pre-process', { src_file_id: 'f' }, keyOf('detection')],
  ])
  const effect = { ...SLIM, make: 'effect', files: { src: ['f'] }, index: 2 }
  const made = await answerOf('POST /tries', { body: effect }, { create: 't' })
  expect(made.asked).toEqual([
    [
      'create',
      'body-reshape',
      'effect',
      expect.objectContaining({ src_file_id: 'f', index: 2 }),
      keyOf('effect'),
    ],
  ])
  const none = { make: 'detection', feature: 'image-to-video', src: 'f' }
  await expect(answerOf('POST /tries', { body: none }, { create: 't' })).rejects.toThrow(
    'image-to-video has no detection.',
  )
})

test.each<[FailureCode, string]>([
  ['UnitsMissing', 'CreditInsufficiency'],
  ['ServiceBusy', 'TooManyRequests'],
  ['TaskRefused', 'InvalidParameters'],
  ['ServiceUnreachable', 'ServiceSilent'],
])('a service that answers %s is told as %s', async (code, told) => {
  const body = { make: 'detection', feature: 'body-reshape', src: 'f' }
  const failure = new ServiceFailure(code as never, 'Why.')
  await expect(answerOf('POST /tries', { body }, { create: failure })).rejects.toMatchObject({
    code: told,
    message: 'Why.',
  })
  const other = answerOf('POST /tries', { body }, { create: new Error('Away.') })
  await expect(other).rejects.toThrow('Away.')
})

const status = async (stage: string, found: object, id = 't', feature = 'body-reshape') =>
  answerOf('GET /tries/{id}', { at: { id }, query: { feature, stage } }, { status: found })

test('a task is told with what it resulted in', async () => {
  const run = await status('effect', { task_status: 'running', error: null })
  expect(run.answer).toEqual({ json: { status: 'running', values: {} } })
  expect(run.asked).toEqual([['status', 'body-reshape', 'effect', 't', 'console-tries']])
  const ended = {
    task_status: 'success',
    engine: '1.0',
    charge: { units: 3 },
    results: { url: 'https://x.example', n: 1, result: [{ left: 1 }] },
  }
  expect((await status('effect', ended)).answer).toEqual({
    json: {
      status: 'success',
      engine: '1.0',
      units: 3,
      url: 'https://x.example',
      values: { n: 1, result: [{ left: 1 }] },
    },
  })
  expect((await status('pre-process', ended)).answer).toMatchObject({
    json: { found: [{ left: 1 }], values: { n: 1 } },
  })
  const odd = await status('pre-process', { task_status: 'success', results: { result: 'x' } })
  expect(odd.answer).toEqual({ json: { status: 'success', values: {} } })
  const failed = { task_status: 'error', error: 'error_x', error_message: 'Why.' }
  expect((await status('effect', failed)).answer).toEqual({
    json: { status: 'error', error: 'error_x', message: 'Why.', values: {} },
  })
  expect((await status('effect', failed, '~'.repeat(512))).asked).toHaveLength(1)
})

test.each(['', 'a/b', 'x'.repeat(513), ' t', 't '])('"%s" is no task', async (id) => {
  await expect(status('effect', {}, id)).rejects.toThrow('id must be a task’s.')
})

test('a stage that a feature does not have is refused', async () => {
  await expect(status('pre-process', {}, 't', 'image-to-video')).rejects.toThrow(
    'image-to-video has no pre-process.',
  )
})
