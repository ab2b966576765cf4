import type { MiddlewareObj } from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { log, withOwnLogContext, withRequestId } from './log.ts'

type RecordOutcomes = PromiseSettledResult<unknown>[]

/** What a handler throws whose record is hidden until it is to be delivered again: it waits, and nothing has failed. */
export class DeliverAgain extends Error {
  override name = 'DeliverAgain'
}

type RecordHandler = (body: string, record: SQSRecord, context: Context) => Promise<unknown>

/**
 * A Lambda handler for a batch of SQS records. `handle` gets the body of one record; when it throws, the other records
 * are still handled. Use it with the middleware `reportBatchFailures()`, which tells SQS which records to deliver
 * again.
 */
export function eachRecord(handle: RecordHandler) {
  return (event: SQSEvent, context: Context): Promise<RecordOutcomes> =>
    withRequestId(context.awsRequestId, () =>
      Promise.allSettled(
        event.Records.map((record) =>
          withOwnLogContext(() => handleRecord(handle, record, context)),
        ),
      ),
    )
}

/** Logs the failure of a record in the log context of that record, and throws it again. */
async function handleRecord(
  handle: RecordHandler,
  record: SQSRecord,
  context: Context,
): Promise<void> {
  try {
    await handle(record.body, record, context)
  } catch (error) {
    if (error instanceof DeliverAgain) throw error
    const { messageId, attributes } = record
    log.error('A record failed and will be delivered again.', {
      messageId,
      delivery: attributes?.ApproximateReceiveCount,
      error,
    })
    throw error
  }
}

/**
 * Middleware that turns the outcomes of the records into a partial batch response (`ReportBatchItemFailures`), so that
 * SQS delivers only the failed records again.
 */
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
  return Records.filter((_, index) => outcomes[index]?.status !== 'fulfilled').map(
    ({ messageId }) => ({
      itemIdentifier: messageId,
    }),
  )
}
