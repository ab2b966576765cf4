import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import type { Batch } from '../../pipeline/core/ports/batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

type Reader = Pick<PipelineClients, 'db' | 'at'>

/** A batch's record; undefined when there is none. */
export async function findBatch({ db, at }: Reader, id: string): Promise<Batch | undefined> {
  const { Item } = await db.send(
    new GetCommand({ TableName: at.batchesTable, Key: { id, entry: 'batch' } }),
  )
  return Item as Batch | undefined
}

/** A batch's record. @throws Error when there is none */
export async function readBatch(clients: Reader, id: string): Promise<Batch> {
  const batch = await findBatch(clients, id)
  if (!batch) throw new Error(`There is no batch ${id}.`)
  return batch
}

/** The latest batches, newest first: as executions of the same name, which are listed so, and kept for 90 days. */
export async function listBatches(
  clients: Reader & Pick<PipelineClients, 'sfn'>,
  limit: number,
): Promise<Batch[]> {
  const { executions = [] } = await clients.sfn.send(
    new ListExecutionsCommand({
      stateMachineArn: clients.at.batchMachineArn,
      maxResults: limit,
    }),
  )
  const found: Batch[] = []
  for (const { name = '' } of executions) {
    const batch = await findBatch(clients, name)
    if (batch) found.push(batch)
  }
  return found
}
