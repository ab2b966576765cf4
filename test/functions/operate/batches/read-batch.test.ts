import { expect, test } from 'vitest'
import { readBatch } from '../../../../functions/operate/batches/read-batch.ts'
import { scripted } from '../scripted.ts'

test('a batch is read by its id, and one that is not there is told', async () => {
  const batch = { id: 'batch-1', status: 'running' }
  const { client: db, asked } = scripted({
    Get: ({ Key }: { Key: { id: string } }) => ({ Item: Key.id === 'batch-1' ? batch : undefined }),
  })
  const clients = { db, at: { batchesTable: 'batches' } as never }
  expect(await readBatch(clients, 'batch-1')).toEqual(batch)
  expect(asked).toEqual([['Get', { TableName: 'batches', Key: { id: 'batch-1', entry: 'batch' } }]])
  await expect(readBatch(clients, 'batch-2')).rejects.toThrow('There is no batch batch-2.')
})
