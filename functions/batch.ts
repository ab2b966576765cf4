import type { MiddlewareObj } from '@middy/core'
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda'
import { log, withRequestId } from './log.ts'

type Outcomes = PromiseSettledResult<unknown>[]

/**
 * A handler for a batch of SQS records: `each` gets one record's body and may fail alone. Use together with the
 * `batch()` middleware, which tells SQS which records to deliver again.
 */
export const eachRecord =
  (each: (body: string, record: SQSRecord, context: Context) => Promise<unknown>) =>
  (event: SQSEvent, context: Context): Promise<Outcomes> =>
    withRequestId(context.awsRequestId, () =>
      Promise.allSettled(event.Records.map(async (record) => each(record.body, record, context))),
    )

/** Turns the outcomes of the records into SQS partial batch failures, so that one bad record cannot replay good ones. */
export const batch = (): MiddlewareObj<SQSEvent, Outcomes | SQSBatchResponse> => ({
  after: (request) => {
    const outcomes = request.response as Outcomes
    // Assigned and not returned: middy ends the chain when a middleware returns a value.
    request.response = { batchItemFailures: failuresOf(request.event, outcomes, request.context) }
  },
})

const failuresOf = ({ Records }: SQSEvent, outcomes: Outcomes, { awsRequestId }: Context) =>
  withRequestId(awsRequestId, () =>
    Records.flatMap(({ messageId, attributes }, at) => {
      const outcome = outcomes[at]
      if (outcome?.status === 'fulfilled') return []
      log.error('A record failed and will be delivered again.', {
        messageId,
        delivery: attributes?.ApproximateReceiveCount,
        error: outcome?.reason,
      })
      return [{ itemIdentifier: messageId }]
    }),
  )
