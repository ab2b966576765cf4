import type { MiddlewareObj } from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { log, withOwnLogContext, withRequestId } from './log.ts'

type RecordOutcomes = PromiseSettledResult<unknown>[]

type RecordHandler = (body: string, record: SQSRecord, context: Context) => Promise<unknown>

/**
 * A handler for a batch of SQS records: `each` gets one record's body and may fail alone. Use together with the
 * `batch()` middleware, which tells SQS which records to deliver again.
 */
export function eachRecord(each: RecordHandler) {
  return (event: SQSEvent, context: Context): Promise<RecordOutcomes> =>
    withRequestId(context.awsRequestId, () =>
      Promise.allSettled(
        event.Records.map((record) => withOwnLogContext(() => handleRecord(each, record, context))),
      ),
    )
}

/** A failure is logged here and not where the batch is answered, because only here is known what the record was about. */
async function handleRecord(
  each: RecordHandler,
  record: SQSRecord,
  context: Context,
): Promise<void> {
  try {
    await each(record.body, record, context)
  } catch (error) {
    const { messageId, attributes } = record
    log.error('A record failed and will be delivered again.', {
      messageId,
      delivery: attributes?.ApproximateReceiveCount,
      error,
    })
    throw error
  }
}

/** Turns the outcomes of the records into SQS partial batch failures, so that one bad record cannot replay good ones. */
export function reportBatchFailures(): MiddlewareObj<SQSEvent, RecordOutcomes | SQSBatchResponse> {
  return {
    after: (request) => {
      const outcomes = request.response as RecordOutcomes
      // Assigned and not returned: middy ends the chain when a middleware returns a value.
      request.response = { batchItemFailures: failuresOf(request.event, outcomes) }
    },
  }
}

function failuresOf({ Records }: SQSEvent, outcomes: RecordOutcomes) {
  return Records.filter((_, at) => outcomes[at]?.status !== 'fulfilled').map(({ messageId }) => ({
    itemIdentifier: messageId,
  }))
}
