import { AsyncLocalStorage } from 'node:async_hooks'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** Where the time of one invocation went, ms: in calls of the database and of the queue, and in all the rest. */
export type Split = { handler: number; database: number; queue: number }

type Meter = { database: number; queue: number; busy: number; since: number }

/** Tells where the time of what it runs goes; calls that overlap count once. Watches the clients of this thread. */
export function invocationClock(): <T>(work: () => Promise<T>) => Promise<[T, Split]> {
  const meters = new AsyncLocalStorage<Meter>()
  watch(DynamoDBDocumentClient.prototype, 'database', meters)
  watch(SQSClient.prototype, 'queue', meters)
  return async (work) => {
    const began = performance.now()
    const meter: Meter = { database: 0, queue: 0, busy: 0, since: began }
    const result = await meters.run(meter, work)
    const { database, queue } = meter
    return [result, { handler: performance.now() - began - database - queue, database, queue }]
  }
}

type Sender = { send: (...given: never[]) => unknown }

/** Adds what a client's calls take to the meter of whoever makes them. */
function watch(client: Sender, part: 'database' | 'queue', meters: AsyncLocalStorage<Meter>): void {
  const { send } = client
  client.send = async function (this: Sender, ...given: never[]) {
    const meter = meters.getStore()
    if (!meter) return send.apply(this, given)
    if (meter.busy++ === 0) meter.since = performance.now()
    try {
      return await send.apply(this, given)
    } finally {
      if (--meter.busy === 0) meter[part] += performance.now() - meter.since
    }
  }
}
