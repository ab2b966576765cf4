import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { remoteTaskBroker } from '../../../../functions/service/core/adapters/remote-broker.ts'
import { LEASE_MS } from '../../../../functions/service/core/model/lease.ts'
import type { TaskBroker } from '../../../../functions/service/core/ports/broker.ts'
import { createUploads } from '../../../../functions/service/core/tasks/create-uploads.ts'
import {
  type ServeWorkerDeps,
  serveWorker,
} from '../../../../functions/service/serve-worker/serve-worker.ts'
import { overWire } from '../as-worker.ts'
import { create, EFFECT, fixture, useTaskFixture } from '../run-task/task-fixture.ts'

useTaskFixture()

const PROGRESS = { done: 1, total: 2, since: 1, at: 2 }
const TOLD = { generator: 'own', operation: 'fill', model: 'm', dollars: 0.05 } as const
const DONE = { status: 'success', values: {} } as const

/** A worker that may do what it wants. */
function worker(deps: Partial<ServeWorkerDeps> = {}): TaskBroker {
  return remoteTaskBroker(overWire(serveWorker, { ...fixture.backend.deps, ...deps }))
}

const taskOf = (id: string) => fixture.backend.deps.tasks.get(id)

async function uploaded(): Promise<string> {
  const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
  const { files } = await createUploads(fixture.account, { files: [file] }, fixture.backend.deps)
  const [request] = files[0]?.requests ?? []
  await fetch(request?.url ?? '', { method: 'PUT', headers: request?.headers ?? {}, body: 'abc' })
  return files[0]!.file_id
}

/** A task that a worker holds. */
async function heldTask() {
  const task = await create({ src_file_url: `${fixture.origin}/a.jpg` })
  const holding = { task, holder: randomUUID() }
  const order = await worker().begin(holding)
  return { holding, order }
}

describe('an order', () => {
  test('tells of a task what its work needs: not whose it is, what it is paid with, or who else has it', async () => {
    const { holding, order } = await heldTask()
    const { task } = holding
    expect(order).toEqual({
      task: { id: task, feature: 'body-reshape', stage: 'effect', units: 1, parameters: EFFECT },
      files: { src: { url: `${fixture.origin}/a.jpg` } },
      mayShare: false,
    } satisfies typeof order)
    expect(JSON.stringify(order)).not.toContain(fixture.account)
  })

  test('lets an upload be read, and neither written nor any other', async () => {
    const own = await uploaded()
    const other = await uploaded()
    const holding = { task: await create({ src_file_id: own }), holder: randomUUID() }
    const order = await worker().begin(holding)
    const { signed } = order!.files.src as { signed: string }
    expect(await (await fetch(signed)).text()).toBe('abc')
    expect((await fetch(signed, { method: 'PUT', body: 'x' })).status).toBe(403)
    expect((await fetch(signed.replace(own, other))).status).toBe(403)
  })

  test('is given again to the worker whose answer was lost, and to no other', async () => {
    const { holding, order } = await heldTask()
    expect(await worker().begin(holding)).toEqual(order)
    expect(await worker().begin({ ...holding, holder: randomUUID() })).toBeUndefined()
  })

  test('is not given of a task that ended, or that nobody knows', async () => {
    const { holding } = await heldTask()
    await worker().end({ ...holding, outcome: DONE })
    expect(await worker().begin({ ...holding, holder: randomUUID() })).toBeUndefined()
    expect(await worker().begin({ task: 'x'.repeat(64), holder: randomUUID() })).toBeUndefined()
  })
})

describe('whoever does not hold a task', () => {
  const acts: Record<
    string,
    (broker: TaskBroker, held: { task: string; holder: string }) => unknown
  > = {
    renew: (broker, held) => broker.renew(held),
    release: (broker, held) => broker.release(held),
    noteProgress: (broker, held) => broker.noteProgress({ ...held, progress: PROGRESS }),
    lowerUnits: (broker, held) => broker.lowerUnits({ ...held, seconds: 0.1 }),
    beginGeneration: (broker, held) => broker.beginGeneration({ ...held, nth: 0, told: TOLD }),
    keepTicket: (broker, held) => broker.keepTicket({ ...held, nth: 0, ticket: 'call 7' }),
    putOff: (broker, held) => broker.putOff(held),
    settleGeneration: (broker, held) => broker.settleGeneration({ ...held, nth: 0 }),
    placeResult: (broker, held) => broker.placeResult({ ...held, extension: 'png', size: 1 }),
    placeShared: (broker, held) =>
      broker.placeShared({ ...held, sizes: { surveys: [1], inputs: { src: [1] } } }),
    share: (broker, held) =>
      broker.share({ ...held, work: { count: 2, frames: 1, before: 0, since: 1 } }),
    end: (broker, held) => broker.end({ ...held, outcome: DONE }),
  }

  test.each(Object.entries(acts))('changes nothing by %s, and gets no URL', async (_, act) => {
    const { holding } = await heldTask()
    const broker = worker({
      startSharing: () => expect.unreachable('It was shared.'),
      dollarsPerTask: 1,
    })
    const before = await taskOf(holding.task)
    const answer = await act(broker, { ...holding, holder: randomUUID() })
    expect([undefined, false, 'not held', before!.units]).toContain(answer)
    expect(await taskOf(holding.task)).toEqual(before)
  })

  test.each(Object.entries(acts))(
    'changes nothing by %s after its lease was taken over',
    async (_, act) => {
      const { holding: stale } = await heldTask()
      fixture.backend.clock.now += LEASE_MS
      const holding = { ...stale, holder: randomUUID() }
      expect(await worker().begin(holding)).toBeDefined()
      const before = await taskOf(stale.task)
      await act(worker({ dollarsPerTask: 1 }), stale)
      expect(await taskOf(stale.task)).toEqual(before)
    },
  )
})

describe('the holder of a task', () => {
  test('puts a result under the task’s own key, of its type and length, and nothing else', async () => {
    const { holding } = await heldTask()
    const placed = await worker().placeResult({ ...holding, extension: 'png', size: 3 })
    const { url, headers } = placed!
    expect(new URL(url).pathname).toBe(`/files/results/${holding.task}/result.png`)
    const put = (to: string, body: string, more: Record<string, string> = {}) =>
      fetch(to, { method: 'PUT', headers: { ...headers, ...more }, body })
    const refused = await Promise.all([
      put(url.replace('result.png', 'result.html'), 'abc'),
      put(url.replace('results/', 'uploads/'), 'abc'),
      put(url, 'abc', { 'content-type': 'text/html' }),
      put(url, 'abc', { 'content-disposition': 'attachment' }),
      put(url, 'abcd', { 'content-length': '4' }),
      fetch(url),
      fetch(url, { method: 'DELETE' }),
    ])
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 403))
    expect((await put(url, 'abc')).status).toBe(200)
    expect(await worker().end({ ...holding, outcome: { ...DONE, extension: 'png' } })).toEqual({
      status: 'success',
    })
    expect((await taskOf(holding.task))?.results).toEqual({
      values: {},
      objects: { url: `results/${holding.task}/result.png` },
    })
  })

  test('says neither what it costs, whose file its result is, nor where that lies', async () => {
    const { holding } = await heldTask()
    const end = (outcome: object) => worker().end({ ...holding, outcome: outcome as never })
    for (const outcome of [
      { ...DONE, units: 0 },
      { ...DONE, results: { values: {}, objects: { url: 'uploads/x' } } },
      { ...DONE, values: { url: 'https://example.com/elsewhere.png' } },
      { ...DONE, extension: 'html' },
      { ...DONE, extension: '../../uploads/x' },
      { status: 'error', error: 'NoSuchCode', errorMessage: '' },
      { status: 'running' },
    ]) {
      await expect(end(outcome), JSON.stringify(outcome)).rejects.toThrow()
    }
    expect(await taskOf(holding.task)).toMatchObject({ status: 'running' })
  })

  test('spends on a generator what the broker lets it, whatever it says', async () => {
    const { holding } = await heldTask()
    const broker = worker({ dollarsPerTask: 0.07 })
    const call = { ...holding, told: TOLD }
    await expect(
      broker.beginGeneration({ ...call, nth: 0, told: { ...TOLD, dollars: -1 } }),
    ).rejects.toThrow()
    expect(await broker.beginGeneration({ ...call, nth: 0 })).toBe('begun')
    expect(await broker.beginGeneration({ ...call, nth: 1 })).toBe('too dear')
  })

  test('shares the files of its task and no others', async () => {
    const { holding } = await heldTask()
    const place = (inputs: Record<string, number[]>) =>
      worker().placeShared({ ...holding, sizes: { surveys: [1], inputs } })
    const placed = await place({ src: [1] })
    expect(new URL(placed!.inputs['src']![0]!.url).pathname).toBe(
      `/files/segments/${holding.task}/src-0`,
    )
    for (const inputs of [
      { src: [1, 1] },
      { ref: [1] },
      { '../../results/x': [1] },
      { src: [5e9] },
    ]) {
      await expect(place(inputs as never), JSON.stringify(inputs)).rejects.toThrow()
    }
  })
})

test('an upload, whose record lies beside those of tasks, is no task', async () => {
  const slot = await uploaded()
  const record = `upload#${slot}`
  expect(await taskOf(record)).toBeDefined()
  await expect(worker().begin({ task: record, holder: randomUUID() })).rejects.toThrow()
  expect(fixture.backend.queued('webhooks')).toEqual([])
})

test.each<[string, unknown]>([
  ['nothing', null],
  ['an unknown verb', { verb: 'drop', ask: {} }],
  ['an inherited verb', { verb: 'toString', ask: {} }],
  ['a holder that is no random UUID', { verb: 'renew', ask: { task: 't', holder: 'log' } }],
  [
    'more than it is asked with',
    { verb: 'renew', ask: { task: 't', holder: randomUUID(), until: 9e15 } },
  ],
])('%s is refused', async (_, request) => {
  await expect(serveWorker(request, fixture.backend.deps)).rejects.toThrow()
})

test('a task has a thousand calls of a generator at most', async () => {
  const { holding } = await heldTask()
  const begin = (nth: number) => worker().beginGeneration({ ...holding, nth, told: TOLD })
  await begin(1000)
  await expect(begin(1001)).rejects.toThrow()
})
