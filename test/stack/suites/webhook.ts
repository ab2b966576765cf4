import { randomBytes } from 'node:crypto'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { Webhook } from 'standardwebhooks'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { InvokeResult } from '../../../local/lambda/hosted-function.ts'
import { drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { callbacksOf, linkedTask, taskInInbox } from '../inbox.ts'
import { noopWorker } from '../noop-worker.ts'
import { endedJob, readJob, statesEntered } from '../read-job.ts'
import { ledgerSince, readLedger } from '../read-ledger.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { twoPeoplePicture } from '../test-pictures.ts'
import { announcement, postWebhook, webhookSecret } from '../webhook-sender.ts'

let run: Run
beforeAll(async () => {
  run = await sharedRun('plain')
})

/** These tests do not depend on the engine. */
const worker = noopWorker()
beforeEach(() => run.around('service/run-task', worker))

async function dropPhoto(name: string) {
  return drop(run, (await twoPeoplePicture()).png, `drop/slim/${name}.png`)
}

function taskToldOf(payload: unknown): string {
  return JSON.parse((payload as APIGatewayProxyEventV2).body ?? '').data.task_id
}

function statusOf(result: InvokeResult): number | undefined {
  return 'payload' in result
    ? (result.payload as APIGatewayProxyStructuredResultV2).statusCode
    : undefined
}

/** Polling must not do the work of the webhook in a test of webhooks. */
function forbidLooking(): void {
  run.around('pipeline/watch-task', async () => {
    throw new Error('Nobody may look at a task in this test.')
  })
}

/** The service's own webhooks are lost on the way. */
function loseWebhooks(): void {
  run.around('service/send-webhook', async () => ({ payload: { batchItemFailures: [] } }))
}

test('a webhook that arrives before the pipeline knows its task is stored and found', async () => {
  forbidLooking()
  const order: string[] = []
  const linkedBefore: unknown[] = []
  run.around('pipeline/receive-webhook', async ({ payload }, next) => {
    const result = await next()
    order.push(`told ${statusOf(result)} ${taskToldOf(payload)}`)
    return result
  })
  run.around('service/api', async ({ payload }, next) => {
    const result = await next()
    const { requestContext } = payload as APIGatewayProxyEventV2
    if (requestContext.http.method !== 'POST' || !('payload' in result)) return result
    const { body = '' } = result.payload as APIGatewayProxyStructuredResultV2
    const { task_id: id } = JSON.parse(body).data
    await eventually(`the webhook of ${id}`, () => order.includes(`told 204 ${id}`) || undefined)
    linkedBefore.push((await taskInInbox(run, id))?.key)
    order.push(`created ${id}`)
    return result
  })
  const { job } = await dropPhoto('early')
  expect((await endedJob(run, job)).status).toBe('succeeded')
  const created = order.filter((line) => line.startsWith('created'))
  expect(created).toHaveLength(2)
  expect(linkedBefore).toEqual([undefined, undefined])
})

test('every webhook twice at once, and again after the end, changes nothing', async () => {
  forbidLooking()
  const before = await readLedger(run)
  const statuses: unknown[] = []
  const heard: APIGatewayProxyEventV2[] = []
  run.around('pipeline/receive-webhook', async ({ payload }, next) => {
    heard.push(payload as APIGatewayProxyEventV2)
    const [first, second] = await Promise.all([next(), next()])
    statuses.push(statusOf(first), statusOf(second))
    return first
  })
  const { job } = await dropPhoto('twice')
  const ended = await endedJob(run, job)
  expect(ended.status).toBe('succeeded')
  // The first of two is enough for the job to continue.
  await expect.poll(() => statuses).toEqual([204, 204, 204, 204])

  for (const { headers, body = '' } of [...heard]) {
    const names = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature']
    const again = await fetch(run.at.webhookUrl, {
      method: 'POST',
      headers: names.map((name): [string, string] => [name, headers[name] ?? '']),
      body,
    })
    expect(again.status).toBe(204)
  }
  expect(await readJob(run, job)).toEqual(ended)
  expect(ledgerSince(before, await readLedger(run)).spent).toBe(1)
})

test('an internal error is answered with 500, and the same event is sent again', async () => {
  forbidLooking()
  const secret = await webhookSecret(run)
  const ids: string[] = []
  const verified: unknown[] = []
  run.around('pipeline/receive-webhook', async ({ payload }, next) => {
    const { headers, body = '' } = payload as APIGatewayProxyEventV2
    verified.push(new Webhook(secret).verify(body, headers as Record<string, string>))
    ids.push(headers['webhook-id'] ?? '')
    if (ids.length === 1) throw new Error('The table cannot be reached.')
    return next()
  })
  const { job } = await dropPhoto('again')
  expect((await endedJob(run, job)).status).toBe('succeeded')
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(2)
  expect(verified).toHaveLength(3)
})

test('forged, stale and garbled webhooks change nothing; one signed by another library does', async () => {
  forbidLooking()
  loseWebhooks()
  const secret = await webhookSecret(run)
  const { job } = await dropPhoto('forged')
  const taskId = await linkedTask(run, job, 'pre-process')
  const held = { job: await readJob(run, job), inbox: await callbacksOf(run, job) }

  const body = announcement(taskId)
  const other = `whsec_${randomBytes(32).toString('base64')}`
  const good = new Webhook(secret).sign('evt_from-elsewhere', new Date(), body)
  expect.soft(await postWebhook(run, { secret: other, body }), 'another key').toBe(401)
  const altered = { 'webhook-signature': good }
  const lettered = `${Math.floor(Date.now() / 1000)}abc`
  const tampered = announcement(taskId, 'error')
  const cases: [string, Parameters<typeof postWebhook>[1], number][] = [
    ['another body', { secret, body: tampered, headers: altered }, 401],
    ['another id', { secret, body, headers: { 'webhook-id': 'evt_other' } }, 401],
    ['six minutes old', { secret, body, age: 360 }, 401],
    ['six minutes early', { secret, body, age: -360 }, 401],
    ['a time with letters', { secret, body, headers: { 'webhook-timestamp': lettered } }, 401],
    ['no signature', { secret, body, headers: { 'webhook-signature': undefined } }, 401],
    ['no id', { secret, body, headers: { 'webhook-id': undefined } }, 401],
    [
      'another scheme',
      { secret, body, headers: { 'webhook-signature': `v2${good.slice(2)}` } },
      401,
    ],
    ['no body', { secret, body: '' }, 400],
    ['no JSON', { secret, body: 'task ended' }, 400],
    ['no task', { secret, body: '{"data":{"task_status":"success"}}' }, 400],
    ['no end', { secret, body: body.replace('success', 'running') }, 400],
  ]
  for (const [name, webhook, status] of cases) {
    expect.soft(await postWebhook(run, webhook), name).toBe(status)
  }
  expect(await callbacksOf(run, job)).toEqual(held.inbox)
  expect(await readJob(run, job)).toEqual(held.job)
  expect(await statesEntered(run, job)).toEqual(['PreProcess'])
  expect((await taskInInbox(run, taskId))?.outcome).toBeUndefined()

  await eventually('the end of the detection', async () => taskEnded(taskId))
  expect(await postWebhook(run, { secret, body })).toBe(204)
  const effect = await linkedTask(run, job, 'effect')
  await eventually('the end of the effect', async () => taskEnded(effect))
  // A body without a text type reaches the function in base64.
  const headers = { 'content-type': 'application/octet-stream' }
  expect(await postWebhook(run, { secret, body: announcement(effect), headers })).toBe(204)
  expect((await endedJob(run, job)).status).toBe('succeeded')
})

async function taskEnded(id: string): Promise<true | undefined> {
  return (
    (await readLedger(run)).tasks.some((task) => task.id === id && task.status === 'success') ||
    undefined
  )
}

test('the end of an unknown task is stored for a day, and the first one counts', async () => {
  const secret = await webhookSecret(run)
  const taskId = `unknown-${randomBytes(12).toString('hex')}`
  expect(await postWebhook(run, { secret, body: announcement(taskId, 'error') })).toBe(204)
  expect(await postWebhook(run, { secret, body: announcement(taskId) })).toBe(204)
  const kept = await taskInInbox(run, taskId)
  expect(kept?.outcome).toEqual({ status: 'error' })
  const day = (kept?.expiresAt ?? 0) - Date.now() / 1000
  expect(day).toBeGreaterThan(86_000)
  expect(day).toBeLessThan(86_500)
})
