import middy from '@middy/core'
import type { Context, SQSEvent } from 'aws-lambda'
import { expect, test, vi } from 'vitest'
import { log } from '../../functions/log.ts'
import { DeliverAgain, eachRecord, reportBatchFailures } from '../../functions/sqs-batch.ts'

function event(bodies: string[]) {
  return { Records: bodies.map((body, at) => ({ messageId: `m${at}`, body })) } as SQSEvent
}
const context = { awsRequestId: 'r' } as Context

test('only the records that failed are delivered again, whether they throw or reject', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const done: string[] = []
  const handler = middy()
    .use(reportBatchFailures())
    .handler(
      eachRecord((body) => {
        if (body === 'throws') throw new Error('at once')
        if (body === 'rejects') return Promise.reject(new Error('later'))
        done.push(body)
        return Promise.resolve()
      }),
    )
  const answer = await handler(event(['a', 'throws', 'b', 'rejects']), context)
  expect(answer).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm1' }, { itemIdentifier: 'm3' }],
  })
  expect(done).toEqual(['a', 'b'])
  expect(logged.mock.calls.map(([, fields]) => fields)).toMatchObject([
    { messageId: 'm1', error: { message: 'at once' } },
    { messageId: 'm3', error: { message: 'later' } },
  ])
})

test('a record that is to be delivered again stays in its queue, and nothing is logged', async () => {
  const logged = vi.spyOn(log, 'error').mockReturnValue()
  const handler = middy()
    .use(reportBatchFailures())
    .handler(eachRecord(() => Promise.reject(new DeliverAgain('later'))))
  expect(await handler(event(['a']), context)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'm0' }],
  })
  expect(logged).not.toHaveBeenCalled()
})
