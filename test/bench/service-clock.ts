import { AsyncLocalStorage } from 'node:async_hooks'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Intercept } from '../../local/lambda/hosted-function.ts'

/** Where the time of one invocation of the API went. Milliseconds. */
export type Split = { handler: number; database: number; queue: number }

type Meter = { database: number; queue: number; busy: number; since: number }

const API = 'functions/service/api/handler.ts'
const WORKER = 'functions/service/run-task/handler.ts'

/**
 * Stands around the functions of a local run: notes where each invocation of the API spends its time, and keeps the
 * workers from working. Calls that overlap count once.
 */
export const serviceClock = (): { intercept: Intercept; splits: Split[]; restore: () => void } => {
  const meters = new AsyncLocalStorage<Meter>()
  const splits: Split[] = []
  const restores = [
    watch(DynamoDBDocumentClient.prototype, 'database', meters),
    watch(SQSClient.prototype, 'queue', meters),
  ]
  const intercept: Intercept = async ({ entry }, next) => {
    if (entry === WORKER) return { payload: { batchItemFailures: [] } }
    if (entry !== API) return next()
    const meter: Meter = { database: 0, queue: 0, busy: 0, since: 0 }
    const began = performance.now()
    const result = await meters.run(meter, next)
    const { database, queue } = meter
    splits.push({ handler: performance.now() - began - database - queue, database, queue })
    return result
  }
  const restore = (): void => {
    for (const undo of restores) undo()
  }
  return { intercept, splits, restore }
}

type Sender = { send: (...given: never[]) => unknown }

/** Adds what a client's calls take to the meter of whoever makes them. */
const watch = (
  client: Sender,
  part: 'database' | 'queue',
  meters: AsyncLocalStorage<Meter>,
): (() => void) => {
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
  return () => {
    client.send = send
  }
}
