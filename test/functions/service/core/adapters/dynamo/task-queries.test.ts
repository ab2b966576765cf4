import { expect, test } from 'vitest'
import {
  listTasks,
  openPartitions,
  readRunningTasks,
  shardOf,
} from '../../../../../../functions/service/core/adapters/dynamo/task-queries.ts'
import { tableOf } from './table-of.ts'

const range = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ id: String(from + at) }))

test('as many tasks are read as are asked for, behind the one that is named', async () => {
  const { client, asked } = tableOf((_, nth) => ({
    Items: range(3 * nth, 3),
    LastEvaluatedKey: { nth },
  }))
  const before = { id: 't', createdAt: 9 }
  const found = await listTasks(client, 'tasks', { account: 'a', limit: 5, before })
  expect(found).toEqual(range(3, 5))
  expect(asked.map(({ Limit, ExclusiveStartKey }) => [Limit, ExclusiveStartKey])).toEqual([
    [5, { account: 'a', id: 't', createdAt: 9 }],
    [5, { nth: 1 }],
  ])
  expect(asked[0]).not.toHaveProperty('FilterExpression')
  const three = tableOf(() => ({ Items: range(0, 3), LastEvaluatedKey: { more: true } }))
  expect(await listTasks(three.client, 'tasks', { account: 'a', limit: 3 })).toHaveLength(3)
  expect(three.asked).toHaveLength(1)
})

test('of one status five hundred are looked through at a time, until enough are found', async () => {
  const { client, asked } = tableOf((_, nth) => ({
    Items: nth === 2 ? range(0, 4) : [],
    ...(nth < 4 && { LastEvaluatedKey: { nth } }),
  }))
  const found = await listTasks(client, 'tasks', { account: 'a', limit: 3, status: 'error' })
  expect(found).toEqual(range(0, 3))
  expect(asked).toMatchObject([{ Limit: 500 }, { Limit: 500 }])
  expect(asked[0]).toMatchObject({
    FilterExpression: '#status = :status',
    ExpressionAttributeValues: { ':account': 'a', ':status': 'error' },
  })
  expect(await listTasks(client, 'tasks', { account: 'a', limit: 1 })).toEqual([])
})

test('running tasks are in four partitions of each state, which no release changes', () => {
  expect(openPartitions('waiting')).toEqual(['open-0', 'open-1', 'open-2', 'open-3'])
  expect(openPartitions('begun')).toEqual(['begun-0', 'begun-1', 'begun-2', 'begun-3'])
  expect(['a', 'b', 'c', 'd', 'e'].map((id) => shardOf(id, 'waiting'))).toEqual([
    'open-2',
    'open-2',
    'open-2',
    'open-0',
    'open-3',
  ])
  expect(shardOf('a', 'begun')).toBe('begun-2')
})

test('those on which work has begun come first, and no more than are asked for', async () => {
  const { client, asked } = tableOf(({ ExpressionAttributeValues: { ':shard': shard } }) => ({
    Items: [{ id: `${shard} 1` }, { id: `${shard} 2` }],
  }))
  const read = (limit: number) => readRunningTasks(client, 'tasks', { waiting: 7, begun: 8 }, limit)
  expect(await read(9)).toEqual([
    ...openPartitions('begun').flatMap((shard) => [`${shard} 1`, `${shard} 2`]),
    'open-0 1',
  ])
  expect(asked.map(({ Limit, ExpressionAttributeValues: at }) => [Limit, at[':before']])).toEqual([
    ...Array(4).fill([9, 8]),
    ...Array(4).fill([9, 7]),
  ])
})
