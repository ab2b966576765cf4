import { AsyncLocalStorage } from 'node:async_hooks'
import { SQSClient } from '@aws-sdk/client-sqs'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { Intercept } from '../../local/lambda/hosted-function.ts'

/**
 * Where the time of one invocation of the API went, ms. `processor` is what the process computed during the handler's
 * share, in whichever thread: the handler's own and whatever else happened to run beside it, so it is never too little,
 * and it tells the same on a machine that is busy with something else. The clock of the one thread would be apter, but
 * ticks in milliseconds.
 */
export type Split = { handler: number; processor: number; database: number; queue: number }

type Meter = { database: number; queue: number; elsewhere: number; busy: number; since: Moment }

type Moment = { wall: number; processor: number }

const now = (): Moment => {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), processor: (user + system) / 1000 }
}

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
    const began = now()
    const meter: Meter = { database: 0, queue: 0, elsewhere: 0, busy: 0, since: began }
    const result = await meters.run(meter, next)
    const ended = now()
    const { database, queue, elsewhere } = meter
    splits.push({
      handler: ended.wall - began.wall - database - queue,
      processor: ended.processor - began.processor - elsewhere,
      database,
      queue,
    })
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
    if (meter.busy++ === 0) meter.since = now()
    try {
      return await send.apply(this, given)
    } finally {
      if (--meter.busy === 0) {
        const { wall, processor } = now()
        meter[part] += wall - meter.since.wall
        meter.elsewhere += processor - meter.since.processor
      }
    }
  }
  return () => {
    client.send = send
  }
}
