import { expect, test } from 'vitest'
import type { ConsoleRoute } from '../../../functions/console/routes/route.ts'
import { ACCOUNT_ROUTES } from '../../../functions/console/routes/service/account-routes.ts'
import { KEY_CHANGES_ROUTES } from '../../../functions/console/routes/service/key-changes-routes.ts'
import { TASK_ROUTES } from '../../../functions/console/routes/service/task-routes.ts'
import { WEBHOOK_CHANGES_ROUTES } from '../../../functions/console/routes/service/webhook-changes-routes.ts'
import { eventIdOf } from '../../../functions/service/core/model/delivery.ts'

const NOW = 1_000_999

/** What a route answers to a call, over a service of which only these parts are there. */
async function answerOf(
  routes: readonly ConsoleRoute<never>[],
  route: string,
  call: object,
  service: object,
) {
  const { handle } = routes.find(({ method, path }) => `${method} ${path}` === route)!
  const deps = { now: () => NOW, service: { now: () => NOW, ...service } }
  const given = { query: {}, at: {}, body: {}, session: { who: 'ada' }, ...call }
  return (await handle(given as never, deps as never)) as { json: Record<string, never[]> }
}

const ID = 'x'.repeat(64)
const TASK = { id: ID, feature: 'f', stage: 'effect', status: 'success', units: 3, createdAt: 7 }

test('tasks are rows, the next page begins at the last one', async () => {
  const asked: unknown[] = []
  const found = [
    TASK,
    { ...TASK, status: 'error', error: 'E', finishedAt: 8, deletedAt: 9, units: 4 },
  ]
  const tasks = { list: async (...given: unknown[]) => asked.push(given) && found }
  const page = async (query: object) =>
    (await answerOf(TASK_ROUTES, 'GET /tasks', { query: { account: 'a', ...query } }, { tasks }))
      .json
  expect(await page({ limit: 2, status: 'error', before: `5~${ID}` })).toEqual({
    tasks: [
      { ...TASK, createdAt: '1970-01-01T00:00:07.000Z' },
      {
        ...TASK,
        status: 'error',
        units: 0,
        error: 'E',
        createdAt: '1970-01-01T00:00:07.000Z',
        finishedAt: '1970-01-01T00:00:08.000Z',
        deletedAt: '1970-01-01T00:00:09.000Z',
      },
    ],
    next: `7~${ID}`,
  })
  expect(await page({})).not.toHaveProperty('next')
  expect(asked).toEqual([
    ['a', 2, 'error', { createdAt: 5, id: ID }],
    ['a', 50, undefined, undefined],
  ])
})

const DELIVERY = {
  eventId: 'evt_1',
  endpointId: 'e',
  status: 'pending',
  createdAt: 7,
  dueAt: 8,
  attempts: [{ at: 9_000, status: 500 }],
}
const DELIVERY_ROW = {
  event: 'evt_1',
  endpoint: 'e',
  createdAt: '1970-01-01T00:00:07.000Z',
  attempts: [{ at: '1970-01-01T00:00:09.000Z', status: 500 }],
}

test('deliveries that were given up are listed by when that was', async () => {
  const asked: unknown[] = []
  const found = [DELIVERY, { ...DELIVERY, status: 'failed' }]
  const webhooks = {
    failedDeliveries: async (...given: unknown[]) => asked.push(given) && found,
  }
  const page = async (query: object) => {
    const call = { query: { account: 'a', failed: 'true', ...query } }
    return (await answerOf(TASK_ROUTES, 'GET /deliveries', call, { webhooks })).json
  }
  expect(await page({ limit: 2, before: '12' })).toEqual({
    deliveries: [
      { ...DELIVERY_ROW, status: 'pending', dueAt: '1970-01-01T00:00:08.000Z' },
      { ...DELIVERY_ROW, status: 'failed' },
    ],
    next: '7',
  })
  expect(await page({ before: `12~${ID}` })).not.toHaveProperty('next')
  expect(asked).toEqual([
    ['a', { since: 0, before: 12, limit: 2 }],
    ['a', { since: 0, before: 1000, limit: 50 }],
  ])
})

test('deliveries are those of the latest tasks, the newest delivery first', async () => {
  const asked: unknown[] = []
  const other = 'y'.repeat(64)
  const found = [
    { ...TASK, createdAt: 9 },
    { ...TASK, id: other, feature: 'g' },
  ]
  const tasks = { list: async (...given: unknown[]) => asked.push(given) && found }
  const told = new Map([
    [eventIdOf(ID), [8, 11]],
    [eventIdOf(other), [10]],
  ])
  const webhooks = {
    deliveriesOf: async (_: string, event: string) =>
      told.get(event)?.map((createdAt) => ({ ...DELIVERY, status: 'delivered', createdAt })),
  }
  const page = async (query: object) => {
    const call = { query: { account: 'a', ...query } }
    return (await answerOf(TASK_ROUTES, 'GET /deliveries', call, { tasks, webhooks })).json
  }
  const row = (second: string, feature: string) => ({
    ...DELIVERY_ROW,
    status: 'delivered',
    createdAt: `1970-01-01T00:00:${second}.000Z`,
    feature,
  })
  expect(await page({ limit: 2, before: `12~${ID}` })).toEqual({
    deliveries: [row('11', 'f'), row('10', 'g'), row('08', 'f')],
    next: `7~${other}`,
  })
  expect(Object.keys(await page({}))).toEqual(['deliveries'])
  expect(asked).toEqual([
    ['a', 2, undefined, { createdAt: 12, id: ID }],
    ['a', 25, undefined, undefined],
  ])
})

test('endpoints tell since when they fail, and whether they are the pipeline’s', async () => {
  const endpoint = {
    id: 'e',
    account: 'a',
    url: 'https://a.b/',
    active: true,
    createdAt: 7,
    purpose: 'pipeline',
    secrets: ['whsec_s'],
  }
  const failing = {
    ...endpoint,
    purpose: undefined,
    active: false,
    failures: 2,
    failingSince: 8,
    inactiveSince: 9,
    inactiveReason: 'gone',
  }
  const webhooks = { endpoints: async () => [endpoint, failing] }
  const call = { query: { account: 'a' } }
  const { json } = await answerOf(TASK_ROUTES, 'GET /webhooks', call, { webhooks })
  expect(JSON.stringify(json)).not.toContain('whsec_')
  expect(json['endpoints']).toMatchObject([
    { id: 'e', account: 'a', pipeline: true, active: true, createdAt: '1970-01-01T00:00:07.000Z' },
    {
      pipeline: false,
      active: false,
      failures: 2,
      failingSince: '1970-01-01T00:00:08.000Z',
      inactiveSince: '1970-01-01T00:00:09.000Z',
      inactiveReason: 'gone',
    },
  ])
  for (const name of ['failures', 'failingSince', 'inactiveSince', 'inactiveReason'])
    expect(json['endpoints']![0]).not.toHaveProperty(name)
})

test('accounts are those of the keys, in order, with their units of this second', async () => {
  const keys = { list: async () => ['b', 'a', 'b'].map((account) => ({ account })) }
  const units = { balance: async (account: string, at: number) => ({ available: at, of: account }) }
  const { json } = await answerOf(ACCOUNT_ROUTES, 'GET /accounts', {}, { keys, units })
  expect(json['accounts']).toEqual([
    { account: 'a', available: 1000, of: 'a' },
    { account: 'b', available: 1000, of: 'b' },
  ])
})

test('units are told by grant and by entry', async () => {
  const asked: unknown[] = []
  const grant = { id: 'g', granted: 5, remaining: 4, at: 7 }
  const units = {
    balance: async () => ({ available: 4, reserved: 0, spent: 1 }),
    usableGrants: async () => [grant, { ...grant, expiresAt: 8 }],
    history: async (...given: unknown[]) => {
      asked.push(given)
      return { entries: [{ at: 7, action: 'grant', units: 5, target: 't', lots: [] }], next: 'n' }
    },
  }
  const call = (query: object) => ({ query: { account: 'a', ...query } })
  const { json } = await answerOf(ACCOUNT_ROUTES, 'GET /units', call({ before: 'b' }), { units })
  const at = '1970-01-01T00:00:07.000Z'
  expect(json).toEqual({
    account: 'a',
    available: 4,
    reserved: 0,
    spent: 1,
    lots: [
      { ...grant, at },
      { ...grant, at, expiresAt: '1970-01-01T00:00:08.000Z' },
    ],
    history: [{ at, action: 'grant', units: 5, target: 't' }],
    next: 'n',
  })
  await answerOf(ACCOUNT_ROUTES, 'GET /units', call({ limit: 3 }), { units })
  expect(asked).toEqual([
    ['a', 50, 'b'],
    ['a', 3, undefined],
  ])
})

test('what the service has no part of is elsewhere', async () => {
  const { handle } = ACCOUNT_ROUTES[0]!
  await expect(handle({} as never, { now: () => NOW } as never)).rejects.toMatchObject({
    code: 'ServiceElsewhere',
  })
})

test('an endpoint is switched off in words, at a second', async () => {
  const made: unknown[] = []
  const webhooks = {
    endpoints: async () => [{ id: 'e', account: 'a', url: 'https://a.b/', purpose: 'pipeline' }],
    endpoint: async (_: string, id: string) => (id === 'e' ? { id, account: 'a' } : undefined),
    disableEndpoint: async (...given: unknown[]) => made.push(['off', ...given]),
    enableEndpoint: async (...given: unknown[]) => made.push(['on', ...given]),
    removeEndpoint: async (...given: unknown[]) => made.push(['gone', ...given]),
  }
  const change = async (route: string, id = 'e', body = {}) =>
    (
      await answerOf(
        WEBHOOK_CHANGES_ROUTES,
        route,
        { at: { account: 'a', id }, body },
        { webhooks },
      )
    ).json
  const at = '/webhooks/{account}/{id}'
  expect(await change(`POST ${at}/disable`)).toEqual({ id: 'e', active: false })
  expect(await change(`POST ${at}/enable`)).toEqual({ id: 'e', active: true })
  expect(await change(`DELETE ${at}`)).toEqual({ id: 'e', removed: true })
  expect(made).toEqual([
    ['off', 'a', 'e', { reason: 'ada switched it off in the console.', at: 1000 }],
    ['on', 'a', 'e'],
    ['gone', 'a', 'e'],
  ])
  await expect(change(`POST ${at}/enable`, 'x')).rejects.toMatchObject({ code: 'NotFound' })
  const again = { account: 'a', url: 'https://a.b' }
  await expect(change('POST /webhooks', 'e', again)).rejects.toMatchObject({
    code: 'StateConflict',
  })
})

test('a task that has ended is deleted', async () => {
  const erased: string[] = []
  const tasks = {
    get: async () => ({ ...TASK, account: 'a', files: {} }),
    erase: async (id: string) => erased.push(id),
  }
  const takesAll = new Proxy({}, { get: () => async () => [] })
  const service = {
    tasks,
    units: takesAll,
    objectRemover: takesAll,
    webhooks: takesAll,
    webhookQueue: takesAll,
  }
  const call = { at: { id: ID } }
  const answer = await answerOf(WEBHOOK_CHANGES_ROUTES, 'DELETE /tasks/{id}', call, service)
  expect([answer.json, erased]).toEqual([{ id: ID, deleted: true }, [ID]])
})

test('a key that is unknown is refused in words', async () => {
  const keys = { list: async () => [], get: async () => undefined, find: async () => undefined }
  for (const route of ['disable', 'enable', 'rotate']) {
    const call = { at: { id: 'nothing' }, body: { keepHours: 1 } }
    await expect(
      answerOf(KEY_CHANGES_ROUTES, `POST /keys/{id}/${route}`, call, { keys }),
    ).rejects.toThrow()
  }
})

test('events that are sent again are summed, each once', async () => {
  const endpoints = [
    { id: 'e', active: true },
    { id: 'off', active: false },
  ]
  const deliveries = ['e', 'e', 'off'].map((endpointId) => ({ endpointId, attempt: 1 }))
  let nth = 0
  const webhooks = {
    endpoints: async () => endpoints,
    deliveriesOf: async (_: string, event: string) => (event === 'evt_none' ? [] : deliveries),
    replay: async () => nth++ % 2 === 0,
  }
  const service = { webhooks, webhookQueue: { send: async () => undefined } }
  const replay = async (...events: string[]) => {
    const body = { account: 'a', events }
    const route = 'POST /deliveries/replay'
    return (await answerOf(WEBHOOK_CHANGES_ROUTES, route, { body }, service)).json
  }
  expect(await replay('evt_a', 'evt_a')).toEqual({ begun: 1, underWay: 1, unheard: 1, wornOut: 0 })
  expect(await replay('evt_a', 'evt_b')).toEqual({ begun: 2, underWay: 2, unheard: 2, wornOut: 0 })
  await expect(replay('evt_none')).rejects.toMatchObject({ code: 'NotFound' })
})

test('a key tells when it ends and how much it is used, an account what it uploads', async () => {
  const key = { hash: 'a'.repeat(64), account: 'b', name: 'n', active: true, createdAt: 7 }
  const listed = [
    key,
    { ...key, account: 'a', hash: 'c'.repeat(64), expiresAt: 8 },
    { ...key, account: 'a', hash: 'd'.repeat(64) },
  ]
  const service = {
    keys: { list: async () => listed },
    counters: { read: async () => 2 },
    uploads: { read: async () => 3 },
    limits: { perSecond: 5 },
    uploadBytes: 4,
  }
  const { json } = await answerOf(ACCOUNT_ROUTES, 'GET /keys', {}, service)
  expect(json['keys']!.map(({ id, expiresAt }) => [id, expiresAt])).toEqual([
    ['a'.repeat(12), undefined],
    ['c'.repeat(12), '1970-01-01T00:00:08.000Z'],
    ['d'.repeat(12), undefined],
  ])
  expect(json['keys']![0]).not.toHaveProperty('expiresAt')
  expect(json['keys']![0]).toMatchObject({ requests: { perSecond: 5, inWindow: 2 } })
  expect(json['uploads']).toEqual(['a', 'b'].map((account) => ({ account, bytes: 3, most: 4 })))
})

const HASH = 'ab'.repeat(32)

/** What a route of keys answers, over a store with one key, and what was written. */
async function keyChange(route: string, call: object) {
  const written: unknown[] = []
  const keys = {
    list: async () => [{ hash: HASH, account: 'a', name: 'n', active: true, createdAt: 7 }],
    put: async ({ expiresAt }: { expiresAt?: number }) => written.push(['put', expiresAt]),
    setExpiry: async (...given: unknown[]) => written.push(['expiry', ...given]),
    setActive: async (...given: unknown[]) => written.push(['active', ...given]),
  }
  const units = {
    grant: async (...given: unknown[]) => written.push(['grant', ...given]),
    balance: async () => ({ available: 5, reserved: 0, spent: 0 }),
  }
  const { json } = await answerOf(KEY_CHANGES_ROUTES, route, call, { keys, units })
  return { json, written }
}

test('a key that is rotated is kept for hours from now, to the second', async () => {
  const call = { at: { id: 'abab' }, body: { keepHours: 2 } }
  const { json, written } = await keyChange('POST /keys/{id}/rotate', call)
  // 1000 seconds and two hours.
  expect(written).toEqual([
    ['put', undefined],
    ['expiry', HASH, 8200],
  ])
  expect(json['formerUntil']).toBe('1970-01-01T02:16:40.000Z')
})

test.each([
  ['disable', false],
  ['enable', true],
])('to %s a key is written to the key itself', async (change, active) => {
  const { json, written } = await keyChange(`POST /keys/{id}/${change}`, { at: { id: 'abab' } })
  expect([json, written]).toEqual([{ id: 'abab', active }, [['active', HASH, active]]])
})

test('times in which keys and units end are whole seconds, and may be left out', async () => {
  const expiresAt = '1970-01-01T00:33:20.999Z'
  const made = (more: object) =>
    keyChange('POST /keys', { body: { account: 'a', name: 'n', ...more } })
  expect((await made({ expiresAt })).written).toEqual([['put', 2000]])
  expect((await made({})).written).toEqual([['put', undefined]])
  const granted = (more: object) =>
    keyChange('POST /units', { body: { account: 'a', units: 5, ...more } })
  const { json, written } = await granted({ expiresAt, reference: 'r' })
  expect(json).toEqual({ account: 'a', available: 5, reserved: 0, spent: 0 })
  const grant = { units: 5, reference: 'r', at: 1000, expiresAt: 2000 }
  expect(written).toEqual([['grant', 'a', grant]])
  const unnamed = {
    ...grant,
    reference: expect.stringMatching(/^[0-9a-f-]{36}$/),
    expiresAt: undefined,
  }
  expect((await granted({})).written).toEqual([['grant', 'a', unnamed]])
})

test('a task is asked after by an id that is one', async () => {
  const asked: string[] = []
  const tasks = {
    get: async (id: string) => {
      asked.push(id)
    },
  }
  const ask = (id: string) => answerOf(TASK_ROUTES, 'GET /tasks/{id}', { at: { id } }, { tasks })
  for (const id of ['', 'x'.repeat(63), 'x'.repeat(129), `${'x'.repeat(63)}.`]) {
    await expect(ask(id)).rejects.toMatchObject({
      code: 'InvalidParameters',
      message: 'id must be a task’s: 64 to 128 of A-Z, a-z, 0-9, - and _.',
    })
  }
  await expect(ask('x'.repeat(128))).rejects.toMatchObject({
    code: 'NotFound',
    message: 'There is no task with this id.',
  })
  expect(asked).toEqual(['x'.repeat(128)])
})

test('an endpoint of this machine is taken in a local run alone', async () => {
  const put: { url: string; loopback?: boolean }[] = []
  const webhooks = {
    endpoints: async () => [],
    putEndpoint: async (endpoint: { url: string }) => put.push(endpoint) > 0,
  }
  const add = (url: string, local?: boolean) =>
    answerOf(
      WEBHOOK_CHANGES_ROUTES,
      'POST /webhooks',
      { body: { account: 'a', url } },
      { webhooks, local },
    )
  await add('http://127.0.0.1:8080/hook', true)
  await expect(add('http://127.0.0.1:8080/hook')).rejects.toMatchObject({
    code: 'InvalidParameters',
  })
  await add('https://a.b/hook')
  expect(put.map(({ url, loopback }) => [url, loopback])).toEqual([
    ['http://127.0.0.1:8080/hook', true],
    ['https://a.b/hook', undefined],
  ])
})

test('only where the pipeline listens no endpoint is added', async () => {
  const endpoints = [
    { id: 'e', url: 'https://a.b/', purpose: 'pipeline' },
    { id: 'f', url: 'https://c.d/' },
  ]
  const webhooks = { endpoints: async () => endpoints, putEndpoint: async () => true }
  const add = async (url: string) => {
    const call = { body: { account: 'a', url } }
    return (await answerOf(WEBHOOK_CHANGES_ROUTES, 'POST /webhooks', call, { webhooks })).json
  }
  await expect(add('https://a.b')).rejects.toMatchObject({
    code: 'StateConflict',
    message: 'The pipeline listens there already; `darkroom connect` keeps it.',
  })
  for (const url of ['https://c.d', 'https://e.f']) {
    expect(await add(url)).toEqual({ id: expect.any(String) })
  }
})
