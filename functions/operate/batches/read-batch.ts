import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Batch } from '../../pipeline/core/ports/batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

type Reader = Pick<PipelineClients, 'db' | 'at'>

/** A batch's record; undefined when there is none. */
export async function findBatch({ db, at }: Reader, id: string): Promise<Batch | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: at.batchesTable, Key: { id, entry: 'batch' } }),
  )
  if (!Item) return undefined
  const { entry: _, ...batch } = Item
  return batch as Batch
}

/** A batch's record. @throws Error when there is none */
export async function readBatch(clients: Reader, id: string): Promise<Batch> {
  const batch = await findBatch(clients, id)
  if (!batch) throw new Error(`There is no batch ${id}.`)
  return batch
}
