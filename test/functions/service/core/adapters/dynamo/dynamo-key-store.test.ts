import { expect, test } from 'vitest'
import { dynamoKeyStore } from '../../../../../../functions/service/core/adapters/dynamo/dynamo-key-store.ts'
import { tableOf } from './table-of.ts'

test('keys are listed from the oldest on, of all accounts or of one, over all pages', async () => {
  const key = (hash: string, account: string, createdAt: number) => ({ hash, account, createdAt })
  const pages = [
    [key('c', 'a', 3), key('d', 'b', 4)],
    [key('a', 'a', 1), key('b', 'b', 2)],
  ]
  const { client } = tableOf(({ ExclusiveStartKey }) =>
    ExclusiveStartKey ? { Items: pages[1] } : { Items: pages[0], LastEvaluatedKey: { hash: 'd' } },
  )
  const { list } = dynamoKeyStore(client, 'keys')
  expect((await list()).map(({ hash }) => hash)).toEqual(['a', 'b', 'c', 'd'])
  expect((await list('a')).map(({ hash }) => hash)).toEqual(['a', 'c'])
})
