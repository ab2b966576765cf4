import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { laneHeader } from '../../catalog/tasks/lane.ts'
import { createKey } from '../../functions/service/core/accounts/create-key.ts'
import { dynamoKeyStore } from '../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { eventually } from './eventually.ts'
import { noopWorker } from './noop-worker.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

const WORKERS = 2
const PATH = '/s2s/v2.0/task/body-reshape/pre-process'

let run: Run
let sources: Server
let origin: string
/** Whose sources were fetched, in this order. */
const fetched: string[] = []

beforeAll(async () => {
  const { png } = await twoPeoplePicture()
  sources = createServer(({ url = '' }, response) => {
    const [, account = '', ms = ''] = url.split('/')
    fetched.push(account)
    setTimeout(() => response.end(png), Number(ms))
  })
  sources.listen(0, '127.0.0.1')
  await once(sources, 'listening')
  origin = `http://127.0.0.1:${(sources.address() as AddressInfo).port}`
  run = await startRun(
    { DARKROOM_LOOPBACK_ORIGIN: origin, RATE_LIMIT_SECOND: '1000', RATE_LIMIT_WINDOW: '1000' },
    { workers: { pictures: WORKERS } },
  )
})
afterAll(async () => {
  sources.closeAllConnections()
  sources.close()
  await run.close()
})

async function client(account: string) {
  const keys = dynamoKeyStore(run.db, run.at.service.keys)
  const { key } = await createKey({ account, name: 'test' }, { keys, now: Date.now })
  const call = async (path: string, init: RequestInit = {}, more: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...more }
    const response = await fetch(`${run.at.baseUrl}${path}`, { ...init, headers })
    return (await response.json()) as { data: { task_id: string; task_status: string } }
  }
  return {
    create: async (ms: number, { as = account, batched = false } = {}) => {
      const body = JSON.stringify({ src_file_url: `${origin}/${as}/${ms}/a.png` })
      return (await call(PATH, { method: 'POST', body }, laneHeader(batched))).data.task_id
    },
    ended: (id: string) =>
      eventually('the end of a task', async () => {
        const { data } = await call(`${PATH}/${id}`)
        return data.task_status === 'running' ? undefined : data.task_status
      }),
  }
}

// `fair-queues.test.ts` holds in `npm test` whose turn it is, `messages.test.ts` that each account and each batch is a
// group of its own in the queue.
test('an account that floods the service with slow sources delays the single task of another by one task', async () => {
  run.around('service/run-task', noopWorker())
  const [flood, single] = [await client('flood'), await client('single')]
  // Idle, the service begins a task at once: none is begun before it.
  await single.ended(await single.create(0))
  expect(fetched.splice(0)).toEqual(['single'])

  await Promise.all(Array.from({ length: 24 }, () => flood.create(800)))
  await eventually('a backlog', () => (fetched.length > WORKERS ? true : undefined))
  const before = fetched.length
  const id = await single.create(0)
  const created = fetched.length
  expect(await single.ended(id)).toBe('success')
  const place = fetched.indexOf('single')
  expect(place).toBeGreaterThanOrEqual(before)
  expect(place - created).toBeLessThanOrEqual(1)
  // It was not the flood that had ended.
  expect(place).toBeLessThan(20)
})

test('a batch delays the single task of its own account by one task', async () => {
  run.around('service/run-task', noopWorker())
  const studio = await client('studio')
  await studio.ended(await studio.create(0))
  fetched.length = 0
  const batch = { as: 'batch', batched: true }
  await Promise.all(Array.from({ length: 24 }, () => studio.create(800, batch)))
  await eventually('a backlog', () => (fetched.length > WORKERS ? true : undefined))
  const id = await studio.create(0)
  const created = fetched.length
  expect(await studio.ended(id)).toBe('success')
  const place = fetched.indexOf('studio')
  expect(place - created).toBeLessThanOrEqual(1)
  expect(place).toBeLessThan(20)
})
