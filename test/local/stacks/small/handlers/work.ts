import { threadId } from 'node:worker_threads'
import type { Context } from 'aws-lambda'

type Order = { readonly do: 'answer' | 'exit' | 'spin' | 'throw' }

/** Does what the payload says, in a thread of its own. */
export async function handler(order: Order, context: Context) {
  if (order.do === 'exit') process.exit(3)
  if (order.do === 'throw') throw new TypeError('told to')
  while (order.do === 'spin') Math.random()
  process.stdout.write(`${JSON.stringify({ message: 'worked' })}\n`)
  return {
    threadId,
    table: process.env['TABLE'],
    s3: process.env['AWS_ENDPOINT_URL_S3'],
    memory: context.memoryLimitInMB,
    left: context.getRemainingTimeInMillis(),
  }
}
