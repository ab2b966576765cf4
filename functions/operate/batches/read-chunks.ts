import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import type { WorkedItem } from '../../pipeline/core/ports/batch.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** What one request may ask for (DynamoDB API Reference, BatchGetItem). */
const MOST_KEYS = 100

/** A chunk that a batch has begun: its items, and which of their jobs have not ended. */
export type BegunChunk = { chunk: number; items: WorkedItem[]; open: ReadonlySet<string> }

/** Those of these chunks of a batch that were begun, in no order. */
export async function readChunks(
  batch: string,
  chunks: readonly number[],
  { db, at }: Pick<PipelineClients, 'db' | 'at'>,
): Promise<BegunChunk[]> {
  const found: BegunChunk[] = []
  for (let from = 0; from < chunks.length; from += MOST_KEYS) {
    const Keys = chunks
      .slice(from, from + MOST_KEYS)
      .map((chunk) => ({ id: `${batch}#${chunk}`, entry: 'chunk' }))
    const { Responses } = await db.send(
      new BatchGetCommand({ RequestItems: { [at.batchesTable]: { Keys } } }),
    )
    for (const { id, items = [], open } of Responses?.[at.batchesTable] ?? []) {
      const chunk = Number(String(id).slice(batch.length + 1))
      found.push({ chunk, items, open: (open as Set<string> | undefined) ?? new Set() })
    }
  }
  return found
}
