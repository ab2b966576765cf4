import { PutObjectCommand } from '@aws-sdk/client-s3'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { writtenVersion } from '../../functions/operate/drops/written-version.ts'
import { batchId } from '../../functions/pipeline/core/batches/batch-names.ts'
import type { Batch } from '../../functions/pipeline/core/ports/batch.ts'
import type { Connection } from './connect.ts'
import { eventually } from './eventually.ts'

/** Puts an object into the drop bucket and returns its version. */
export async function putObject(
  { s3, at }: Connection,
  key: string,
  body: Uint8Array | string,
  metadata: Record<string, string> = {},
): Promise<string> {
  const written = await s3.send(
    new PutObjectCommand({
      Bucket: at.dropBucket,
      Key: key,
      Body: Buffer.from(body),
      Metadata: metadata,
    }),
  )
  return writtenVersion(s3, { bucket: at.dropBucket, key }, written)
}

/** Drops a manifest and returns the id of its batch. */
export async function dropManifest(
  run: Connection,
  key: string,
  body: string,
  metadata: Record<string, string> = {},
): Promise<string> {
  const version = await putObject(run, key, body, metadata)
  return batchId({ bucket: run.at.dropBucket, key, version })
}

/** The current record of a batch, or undefined when there is none. */
export async function readBatch({ db, at }: Connection, id: string): Promise<Batch | undefined> {
  const { Item } = await db.send(
    new GetCommand({
      TableName: at.batchesTable,
      Key: { id, entry: 'batch' },
      ConsistentRead: true,
    }),
  )
  return Item as Batch | undefined
}

/** The record of a batch after it ended. */
export function endedBatch(run: Connection, id: string, within = 150_000): Promise<Batch> {
  return eventually(
    `the end of ${id}`,
    async () => {
      const batch = await readBatch(run, id)
      return batch?.status === 'running' ? undefined : batch
    },
    within,
  )
}
