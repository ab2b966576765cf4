import type { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { dynamoBacklog } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-backlog.ts'
import { openPartitions } from '../../../../../../functions/service/core/adapters/dynamo/task-queries.ts'

test('the queue is read in all its parts, of each the first five hundred', async () => {
  const asked: QueryCommand['input'][] = []
  const [first, second] = openPartitions('waiting')
  const [begun] = openPartitions('begun')
  const created: Record<string, number[]> = {
    [first!]: [30, 10],
    [second!]: [20],
    [begun!]: [5, 6],
  }
  const dynamo = {
    send: async ({ input }: QueryCommand) => {
      asked.push(input)
      const times = created[input.ExpressionAttributeValues?.[':partition']]
      return times ? { Items: times.map((createdAt) => ({ createdAt })) } : {}
    },
  }
  const count = dynamoBacklog(dynamo as never, 'tasks')
  expect(await count()).toEqual({ waiting: [10, 20, 30], begun: 2 })
  expect(asked.map(({ Limit, IndexName }) => `${IndexName} ${Limit}`)).toEqual(
    [...openPartitions('waiting'), ...openPartitions('begun')].map(() => 'open 500'),
  )
})
