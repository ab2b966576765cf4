import type { MiddlewareObj } from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { apart, log, withRequestId } from './log.ts'

type Outcomes = PromiseSettledResult<unknown>[]

type Each = (body: string, record: SQSRecord, context: Context) => Promise<unknown>

/**
 * A handler for a batch of SQS records: `each` gets one record's body and may fail alone. Use together with the
 * `batch()` middleware, which tells SQS which records to deliver again.
 */
export const eachRecord =
  (each: Each) =>
  (event: SQSEvent, context: Context): Promise<Outcomes> =>
    withRequestId(context.awsRequestId, () =>
      Promise.allSettled(
        event.Records.map((record) => apart(() => settled(each, record, context))),
      ),
    )

/** A failure is logged here and not where the batch is answered, because only here is known what the record was about. */
const settled = async (each: Each, record: SQSRecord, context: Context): Promise<void> => {
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
export const batch = (): MiddlewareObj<SQSEvent, Outcomes | SQSBatchResponse> => ({
  after: (request) => {
    const outcomes = request.response as Outcomes
    // Assigned and not returned: middy ends the chain when a middleware returns a value.
    request.response = { batchItemFailures: failuresOf(request.event, outcomes) }
  },
})

const failuresOf = ({ Records }: SQSEvent, outcomes: Outcomes) =>
  Records.filter((_, at) => outcomes[at]?.status !== 'fulfilled').map(({ messageId }) => ({
    itemIdentifier: messageId,
  }))
