import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Intercept, InvokeResult } from '../../local/lambda/hosted-function.ts'
import { drop } from './drop.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob, readReceipt } from './read-job.ts'
import { ledgerSince, readLedger } from './read-ledger.ts'
import { type Run, startRun } from './start-run.ts'
import { twoPeoplePicture } from './test-pictures.ts'

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

/** These tests do not depend on the engine. */
const worker = noopWorker()
beforeEach(() => run.around('service/run-task', worker))

async function dropPhoto(name: string) {
  return drop(run, (await twoPeoplePicture()).png, `drop/slim/${name}.png`)
}

function answer(statusCode: number, body: unknown): InvokeResult {
  return {
    payload: {
      statusCode,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    } satisfies APIGatewayProxyStructuredResultV2,
  }
}

const BUSY = answer(429, { status: 429, error: 'Too many requests', error_code: 'TooManyRequests' })
const BROKEN = answer(500, { status: 500, error: 'Incident.', error_code: 'InternalError' })

/** What the service does with the requests of one kind, one after the other. It serves later ones. */
function misbehave(kind: 'POST' | 'GET', faults: Intercept[]): { requests: number } {
  const seen = { requests: 0 }
  run.around('service/api', (call, next) => {
    const { http } = (call.payload as APIGatewayProxyEventV2).requestContext
    if (http.method !== kind) return next()
    const fault = faults[seen.requests]
    seen.requests += 1
    return fault ? fault(call, next) : next()
  })
  return seen
}

function says(result: InvokeResult): Intercept {
  return async () => result
}

test('requests to a service that is busy, broken, or dies after its work are repeated for the same task', async () => {
  const before = await readLedger(run)
  const created = misbehave('POST', [
    says(BUSY),
    async (_, next) => {
      await next()
      return BROKEN
    },
    (_, next) => next(),
    says(BROKEN),
    async (_, next) => {
      await next()
      throw new Error('It died with the answer in its hands.')
    },
  ])
  const asked = misbehave('GET', [says(BROKEN), says(BUSY)])
  const { job } = await dropPhoto('patient')

  expect((await endedJob(run, job)).status).toBe('succeeded')
  expect(created.requests).toBe(6)
  expect(asked.requests).toBe(4)
  const { tasks, charged, spent } = ledgerSince(before, await readLedger(run))
  expect(tasks.map(({ stage }) => stage).sort()).toEqual(['effect', 'pre-process'])
  expect(charged).toHaveLength(1)
  expect(spent).toBe(1)
})

test('an answer that is not JSON is not a task', async () => {
  const page = { statusCode: 200, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' }
  const created = misbehave('POST', [says({ payload: page })])
  const { job } = await dropPhoto('page')
  expect((await endedJob(run, job)).status).toBe('succeeded')
  expect(created.requests).toBe(3)
})

test('a refused request is not repeated, and the message is kept', async () => {
  const before = await readLedger(run)
  const words = 'There are not enough units left for this task.'
  const refusal = answer(400, { status: 400, error: words, error_code: 'CreditInsufficiency' })
  const created = misbehave('POST', Array(10).fill(says(refusal)))
  const { job } = await dropPhoto('refused')

  const { status, failure } = await endedJob(run, job)
  expect(status).toBe('failed')
  expect(failure).toMatchObject({ code: 'UnitsMissing', state: 'PreProcess', retryable: true })
  expect(failure?.message).toContain(words)
  expect(failure?.message).toContain('CreditInsufficiency')
  expect((await readReceipt(run, job)).failure).toEqual(failure)
  expect(created.requests).toBe(1)
  expect(ledgerSince(before, await readLedger(run))).toEqual({ tasks: [], charged: [], spent: 0 })
})
