import { type GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { countBatchFiles } from '../../../../../functions/pipeline/core/adapters/count-batch-files.ts'
import { BATCH_LIST } from '../../../../../functions/pipeline/core/batches/batch-entry.ts'

const BATCHES: Record<string, object> = {
  a: { status: 'running', concurrency: 40 },
  b: { status: 'succeeded', concurrency: 100 },
  c: { status: 'running', concurrency: 7 },
}

/** A table of batches in which these ids are the newest. */
function tableWith(ids: string[] | undefined) {
  const asked: unknown[] = []
  const send = async (command: QueryCommand | GetCommand) => {
    asked.push(command.input)
    if (command instanceof QueryCommand)
      return { ...(ids && { Items: ids.map((batch) => ({ batch })) }) }
    expect(command.input.Key?.['entry']).toBe('batch')
    return { Item: BATCHES[command.input.Key?.['id']] }
  }
  return { asked, count: countBatchFiles({ send } as never, 'batches') }
}

test('files under way are those that batches which run may have', async () => {
  const { asked, count } = tableWith(['c', 'gone', 'b', 'a'])
  expect(await count()).toBe(47)
  expect(asked[0]).toEqual({
    TableName: 'batches',
    KeyConditionExpression: 'id = :list',
    ExpressionAttributeValues: { ':list': BATCH_LIST },
    ScanIndexForward: false,
    Limit: 25,
  })
  expect(await tableWith([]).count()).toBe(0)
  expect(await tableWith(undefined).count()).toBe(0)
})
