import { expect, test } from 'vitest'
import { readChunks } from '../../../../functions/operate/batches/read-chunks.ts'
import { readJobs } from '../../../../functions/operate/jobs/read-jobs.ts'
import type { PipelineClients } from '../../../../functions/operate/pipeline-clients.ts'

type Key = { id: string; entry?: string }
type Answer = {
  Responses: Record<string, object[]>
  UnprocessedKeys?: Record<string, { Keys: Key[] }>
}

/** A table that answers as `answer` says, and how many keys it was asked for each time. */
function tableOf(answer: (keys: Key[]) => Answer) {
  const asked: number[] = []
  const db = {
    send: async ({ input }: { input: { RequestItems: Record<string, { Keys: Key[] }> } }) => {
      const { Keys } = input.RequestItems['table']!
      asked.push(Keys.length)
      return answer(Keys)
    },
  }
  const clients = { db, at: { jobsTable: 'table', batchesTable: 'table' } }
  return { clients: clients as unknown as PipelineClients, asked }
}

const all = (keys: Key[]): Answer => ({ Responses: { table: keys } })
const ids = (count: number) => Array.from({ length: count }, (_, at) => `job-${at}`)

test.each([
  [0, []],
  [100, [100]],
  [101, [100, 1]],
  [250, [100, 100, 50]],
])('%i jobs are asked for by %j', async (count, expected) => {
  const { clients, asked } = tableOf(all)
  const found = await readJobs(clients, ids(count))
  expect([found.map(({ id }) => id), asked]).toEqual([ids(count), expected])
})

test('a job is asked for once, and again where the table was too busy', async () => {
  const busy = { yet: true }
  const { clients, asked } = tableOf((keys) => {
    if (!busy.yet) return all(keys)
    busy.yet = false
    return {
      Responses: { table: keys.slice(1) },
      UnprocessedKeys: { table: { Keys: keys.slice(0, 1) } },
    }
  })
  const found = await readJobs(clients, [...ids(3), ...ids(3)])
  expect(found.map(({ id }) => id).sort()).toEqual(ids(3))
  expect(asked).toEqual([3, 1])
  const none = tableOf(() => ({ Responses: {} }))
  expect(await readJobs(none.clients, ids(2))).toEqual([])
})

test.each([
  [100, [100]],
  [101, [100, 1]],
])('%i chunks of a batch are asked for by %j', async (count, expected) => {
  const { clients, asked } = tableOf((keys) => ({
    Responses: { table: keys.map(({ id }) => ({ id, open: new Set([id]) })) },
  }))
  const chunks = Array.from({ length: count }, (_, at) => at)
  const found = await readChunks('b', chunks, clients)
  expect(found.map(({ chunk }) => chunk)).toEqual(chunks)
  expect(found[7]).toEqual({ chunk: 7, items: [], open: new Set(['b#7']) })
  expect(asked).toEqual(expected)
})
