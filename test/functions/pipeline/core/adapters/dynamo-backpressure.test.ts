import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import {
  dynamoBackpressure,
  dynamoFullUntil,
} from '../../../../../functions/pipeline/core/adapters/dynamo-backpressure.ts'
import { selectKey } from '../../../../../functions/pipeline/core/adapters/provider/service-keys.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

/** Several processes on one table, with a clock in seconds. */
async function open(name: string, ...secrets: string[]) {
  const table = await database.table(name)
  const clock = { seconds: 1_000 }
  const keys = secrets.map((key) => ({ key }))
  const secret = { read: async () => ({ keys, webhookSecrets: [] }) }
  const process = () => dynamoBackpressure(database.db, table, secret, () => clock.seconds * 1000)
  const jobOf = (key: string): string => {
    const jobs = Array.from({ length: 100 }, (_, nth) => `job-${nth}`)
    return jobs.find((job) => selectKey(job, keys).key === key) ?? ''
  }
  return { clock, table, process, jobOf, fullUntil: dynamoFullUntil(database.db, table) }
}

test('a refusal holds for as long as the service says, and five seconds where it does not', async () => {
  const { clock, process, fullUntil } = await open('One', 'secret')
  expect(await fullUntil()).toBe(0)
  await process().refused('job', 20)
  expect(await fullUntil()).toBe(1_020)
  clock.seconds = 1_019
  await process().refused('job', 0)
  expect(await fullUntil()).toBe(1_024)
})

test('a process notes what it is told every three seconds, not each of hundreds of refusals', async () => {
  const { clock, process, fullUntil } = await open('Often', 'secret')
  const one = process()
  await one.refused('job', 20)
  clock.seconds += 2
  await one.refused('job', 20)
  expect(await fullUntil()).toBe(1_020)
  clock.seconds += 1
  await one.refused('job', 20)
  expect(await fullUntil()).toBe(1_023)
})

test('while one of several keys is not refused, the service is not full', async () => {
  const { process, jobOf, fullUntil } = await open('Several', 'secret-a', 'secret-b')
  await process().refused(jobOf('secret-a'), 50)
  expect(await fullUntil()).toBe(0)
  await process().refused(jobOf('secret-b'), 20)
  expect(await fullUntil()).toBe(1_020)
  await process().refused(jobOf('secret-a'), 10)
  expect(await fullUntil()).toBe(1_010)
})

test('no key is told, and a note that cannot be made fails nothing', async () => {
  const { table, process } = await open('Told', 'secret')
  await process().refused('job', 20)
  const { Items } = await database.db.send(new ScanCommand({ TableName: table }))
  expect(Items).toHaveLength(1)
  expect(JSON.stringify(Items)).not.toContain('secret')
  const names = Object.keys(Items?.[0] ?? {}).filter((name) => name.startsWith('key-'))
  expect(names).toEqual([expect.stringMatching(/^key-[0-9a-f]{16}$/)])
  // The note is kept for a day, which no service is full for.
  expect(Items?.[0]).toMatchObject({ expiresAt: 1_000 + 86_400 })
  const warned = vi.spyOn(log, 'warn').mockReturnValue()
  const broken = { send: () => Promise.reject(new Error('throttled')) } as never
  const secret = { read: async () => ({ keys: [{ key: 'k' }], webhookSecrets: [] }) }
  await dynamoBackpressure(broken, table, secret, () => 0).refused('job', 20)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})
