import { z } from 'zod'
import { AwsError } from '../aws-json/aws-error.ts'
import type { Operation } from '../aws-json/serve-aws-json.ts'

const Envelope = z.object({ QueueUrl: z.string().min(1).max(2_048), Entries: z.array(z.unknown()) })
const Entry = z.looseObject({ Id: z.string().regex(/^[A-Za-z0-9_-]{1,80}$/) })

/** Turns an operation on one message into the operation on up to ten, whose entries succeed or fail alone. */
export function batchOperation<S extends z.ZodType>(
  schema: S,
  at: (url: string) => string,
  apply: (queue: string, entry: z.infer<S>) => object,
): Operation {
  return (raw) => {
    const { QueueUrl, Entries } = Envelope.parse(raw)
    const queue = at(QueueUrl)
    const entries = Entries.map((entry) => Entry.parse(entry))
    requireDistinctEntries(entries.map((entry) => entry.Id))
    const Successful: object[] = []
    const Failed: object[] = []
    for (const entry of entries) {
      try {
        Successful.push({ Id: entry.Id, ...apply(queue, schema.parse(entry)) })
      } catch (error) {
        if (!(error instanceof AwsError) && !(error instanceof z.ZodError)) throw error
        const Code = error instanceof AwsError ? error.code : 'InvalidParameterValue'
        Failed.push({ Id: entry.Id, SenderFault: true, Code, Message: error.message })
      }
    }
    return { Successful, Failed }
  }
}

function requireDistinctEntries(ids: readonly string[]): void {
  if (ids.length === 0)
    throw new AwsError('EmptyBatchRequest', 'Entries must hold at least one entry')
  if (ids.length > 10)
    throw new AwsError('TooManyEntriesInBatchRequest', 'Entries must hold at most 10')
  if (new Set(ids).size < ids.length) {
    throw new AwsError('BatchEntryIdsNotDistinct', 'Entries must have different Ids')
  }
}
