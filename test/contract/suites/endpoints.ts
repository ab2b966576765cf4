import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Stage } from '../../../catalog/features/feature.ts'
import type { Task } from '../../../functions/service/core/model/task.ts'
import { BODIES } from '../../catalog/tasks/bodies.ts'
import { sampled } from '../../setup/sampled.ts'
import type { Ask } from '../ask.ts'
import { sharedService } from '../shared-service.ts'
import type { Account, Service } from '../start-service.ts'

let service: Service
let ask: Ask

beforeAll(async () => {
  service = await sharedService('idle')
  ask = service.ask
})

/** Every path at which a task can be created, as clients have hard-coded them. */
const CREATIONS = [
  '/s2s/v2.0/task/body-reshape',
  '/s2s/v2.0/task/body-reshape/pre-process',
  '/s2s/v2.0/task/face-reshape',
  '/s2s/v2.0/task/face-reshape/pre-process',
  '/s2s/v2.0/task/skin-simulation',
  '/s2s/v2.0/task/2d-vto/earring',
  '/s2s/v2.0/task/2d-vto/necklace',
  '/s2s/v2.0/task/2d-vto/bracelet',
  '/s2s/v2.0/task/fitzpatrick-scale-analyzer',
  '/s2s/v2.0/task/fitzpatrick-scale-analyzer/pre-process',
  '/s2s/v2.0/task/out-paint',
  '/s2s/v2.0/task/cloth-v3',
  '/s2s/v2.0/task/obj-replace',
  '/s2s/v2.0/task/bg-replace-vid',
  '/s2s/v2.0/task/obj-rem-vid',
  '/s2s/v2.0/task/face-swap',
  '/s2s/v2.0/task/face-swap/pre-process',
  '/s2s/v2.0/task/face-lift',
  '/s2s/v2.0/task/face-lift/pre-process',
  '/s2s/v2.0/task/image-to-video',
  '/s2s/v2.1/task/hair-transfer',
  '/s2s/v2.0/task/video-trans',
  '/s2s/v2.0/task/look-vto',
]

const LISTS = [
  '/s2s/v2.0/task/template/image-to-video',
  '/s2s/v2.0/task/template/hair-transfer',
  '/s2s/v2.1/task/template/hair-transfer',
  '/s2s/v2.0/task/template/video-trans',
  '/s2s/v2.0/task/template/look-vto',
  '/s2s/v2.0/credit/feature-cost',
]

const CREDIT = ['/s2s/v1.0/client/credit', '/s2s/v1.0/client/credit/history']

const POSTS = [
  ...CREATIONS,
  '/s2s/v2.0/file',
  '/s2s/v2.0/file/obj-rem-vid',
  '/s2s/v2.0/task/delete',
]

function refusal(status: number, error_code: string, error: unknown = expect.any(String)) {
  return {
    status,
    body: { status, error, error_code },
  }
}

/** Authorization headers without a valid key. */
const KEYS: [string, Record<string, string>][] = [
  ['no key', {}],
  ['a key nobody has', { authorization: 'Bearer dk_nobody' }],
  ['a key without Bearer', { authorization: 'dk_nobody' }],
  ['a key in angle brackets', { authorization: 'Bearer <dk_nobody>' }],
]

describe.each(KEYS)('%s', (_, headers) => {
  // Every path refuses who has no key; what else is no key is read in one place for all of them.
  const few = headers['authorization'] ? 1 : Number.POSITIVE_INFINITY
  const stranger = (method: string, path: string) => ask(method, path, { key: undefined, headers })

  test.each(sampled(few, POSTS))(
    'is refused at POST %s before the body is parsed',
    async (path) => {
      expect(await ask('POST', path, { key: undefined, headers, body: '{"no' })).toMatchObject(
        refusal(401, 'InvalidApiKey', 'This API key is not recognized.'),
      )
    },
  )

  test.each(sampled(few, [...CREATIONS.map((path) => `${path}/x`), ...LISTS]))(
    'is refused at GET %s before the id is looked at',
    async (path) => {
      expect(await stranger('GET', path)).toMatchObject(refusal(401, 'InvalidApiKey'))
    },
  )

  test.each(sampled(few, CREDIT))('is refused at GET %s with the message of v1.0', async (path) => {
    expect(await stranger('GET', path)).toMatchObject(
      refusal(401, 'InvalidAccessToken', 'Unauthorized'),
    )
  })
})

test.each(CREDIT)('GET %s has codes for keys that are off or expired', async (path) => {
  const off = await service.account(0)
  await service.switchOff(off.hash)
  expect(await off.ask('GET', path)).toMatchObject(refusal(401, 'InactiveApiKey'))
  const old = await service.account(0, { expiresAt: Math.floor(Date.now() / 1000) })
  expect(await old.ask('GET', path)).toMatchObject(refusal(401, 'ExpiredApiKey'))
})

// One route serves all of them.
test.each(sampled(6, CREATIONS))('GET %s/{task_id} finds no unknown task', async (path) => {
  expect(await ask('GET', `${path}/${'x'.repeat(64)}`)).toMatchObject(refusal(400, 'InvalidTaskId'))
})

test.each(sampled(8, POSTS))('POST %s requires one JSON object', async (path) => {
  expect(await ask('POST', path, { body: '{"no' })).toMatchObject(refusal(400, 'BadRequest'))
  expect(await ask('POST', path, { body: '{}' })).toMatchObject(refusal(400, 'InvalidParameters'))
})

// The limit is counted before the path is looked at.
test.each(sampled(4, CREATIONS))(
  'POST %s answers 429 with Retry-After to whoever asks too much',
  async (path) => {
    const eager = await service.account(0, { limits: { perWindow: 1, perSecond: 1 } })
    const ask = () => eager.ask('POST', path)
    const second = await ask().then(ask)
    // A new window of five minutes may begin between the first two; then the third is one too many.
    const last = second.status === 429 ? second : await ask()
    expect(last).toMatchObject({
      status: 429,
      body: { status: 429, error: 'Too many requests', error_code: 'TooManyRequests' },
    })
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  },
)

describe('the units of an account', () => {
  const [credit, history] = CREDIT as [string, string]

  test('are grants in an envelope of their own, none before the first grant', async () => {
    const none = await service.account(0)
    expect((await none.ask('GET', credit)).body).toEqual({ status: 200, results: [] })
    const rich = await service.account(7)
    expect((await rich.ask('GET', credit)).body).toEqual({
      status: 200,
      results: [
        {
          id: expect.any(Number),
          type: expect.stringMatching(/^Api(Subs|Payg)Token$/),
          amount: 7,
          amount_dec: 7,
          expiry: expect.any(Number),
        },
      ],
    })
  })

  test('have a history, newest first, in an envelope of its own', async () => {
    const rich = await service.account(7)
    expect((await rich.ask('GET', history)).body).toEqual({
      status: 200,
      result: {
        next_token: null,
        history: [
          {
            id: expect.any(Number),
            timestamp: expect.any(Number),
            action: 'grant',
            target_id: expect.any(String),
            info: {
              credits: [{ id: expect.any(Number), amount: 7, amount_dec: 7 }],
              dst_actions: [],
            },
          },
        ],
      },
    })
  })

  test.each([
    ['page_size=31', 'page_size is above the allowed maximum.'],
    ['page_size=0', 'page_size is below the allowed minimum.'],
    ['starting_token=x', "starting_token doesn't match the required format."],
  ])('have no page %s', async (query, error) => {
    expect(await ask('GET', `${history}?${query}`)).toMatchObject(
      refusal(400, 'InvalidParameters', error),
    )
    expect((await ask('GET', `${history}?page_size=30`)).status).toBe(200)
  })
})

describe('a task', () => {
  const PATHS: Record<Stage, string> = {
    effect: '/s2s/v2.0/task/body-reshape',
    'pre-process': '/s2s/v2.0/task/body-reshape/pre-process',
  }

  /** A task that a worker began `age` seconds ago and performs no more. */
  const planted = async ({ account }: Account, stage: Stage, age = 0): Promise<string> => {
    const task: Task = {
      id: randomBytes(48).toString('base64url'),
      account,
      feature: 'body-reshape',
      stage,
      status: 'running',
      files: { src: { url: 'https://a.invalid/a.jpg' } },
      parameters: {},
      units: 0,
      createdAt: Math.floor(Date.now() / 1000) - age,
      startedAt: Math.floor(Date.now() / 1000) - age,
      expiresAt: Math.floor(Date.now() / 1000) + 1000,
    }
    expect(await service.tasks.create(task)).toBe(true)
    return task.id
  }

  const stages = Object.entries(PATHS) as [Stage, string][]

  test.each(stages)('%s that is running has the status running', async (stage, path) => {
    const own = await service.account(0)
    const id = await planted(own, stage)
    const { headers, body } = await own.ask('GET', `${path}/${id}`)
    expect(body).toEqual({
      status: 200,
      data: { task_status: 'running', error: null, results: null },
    })
    expect(headers.has('darkroom-units')).toBe(false)
  })

  test.each(stages)('%s that outlived its hour gets 500, TaskTimeout', async (stage, path) => {
    const own = await service.account(0)
    const id = await planted(own, stage, 3600)
    for (const _ of [1, 2]) {
      const answer = await own.ask('GET', `${path}/${id}`)
      expect(answer).toMatchObject(refusal(500, 'TaskTimeout', 'Task execution timed out'))
      expect(answer.headers.get('darkroom-units')).toBe('0')
    }
    expect(await service.tasks.get(id)).toMatchObject({ status: 'error', error: 'TaskTimeout' })
  })

  test('that is running cannot be deleted', async () => {
    const own = await service.account(0)
    const body = { task_id: await planted(own, 'effect') }
    expect(await own.ask('POST', '/s2s/v2.0/task/delete', { body })).toMatchObject(
      refusal(400, 'OperationInvalid'),
    )
  })

  test('of another kind, of another account or expired is not found', async () => {
    const own = await service.account(0)
    const id = await planted(own, 'effect')
    const none = refusal(400, 'InvalidTaskId')
    expect(await own.ask('GET', `${PATHS['pre-process']}/${id}`)).toMatchObject(none)
    expect(await own.ask('GET', `/s2s/v2.0/task/face-reshape/${id}`)).toMatchObject(none)
    expect(await ask('GET', `${PATHS.effect}/${id}`)).toMatchObject(none)
    expect((await own.ask('GET', `${PATHS.effect}/${id}`)).status).toBe(200)
  })
})

test('unknown fields are ignored', async () => {
  const own = await service.account(1)
  const body = { ...BODIES['body-reshape'], colour: 'green', polling: { every: 1 } }
  expect((await own.ask('POST', '/s2s/v2.0/task/body-reshape', { body })).status).toBe(200)
})
