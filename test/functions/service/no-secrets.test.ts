import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import middy from '@middy/core'
import type { Context, SQSEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { batch, eachRecord } from '../../../functions/batch.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { registerWebhook } from '../../../functions/service/accounts/register-webhook.ts'
import { rotateSecret } from '../../../functions/service/accounts/rotate-secret.ts'
import { parseDeliveryMessage } from '../../../functions/service/queue/delivery-message.ts'
import { parseTaskMessage } from '../../../functions/service/queue/task-message.ts'
import { type RunTaskDeps, runTask } from '../../../functions/service/run-task/run-task.ts'
import { sendWebhook } from '../../../functions/service/send-webhook/send-webhook.ts'
import { type Answer, type Call, openHandler } from './call-handler.ts'
import { type ServiceBackend, startServiceBackend } from './service-backend.ts'

const EFFECT = '/s2s/v2.0/task/body-reshape'
const REST = { version: '1.0', features: { slim: 1 } }
/** Shaped like what S3 signs, so that only this run can have written it. */
const SIGNED = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=AKIA${randomUUID()}&X-Amz-Signature=${'f00d'.repeat(16)}`

let backend: ServiceBackend
let call: (call: Call) => Promise<Answer>
let server: Server
let origin: string
let answer: RequestListener
let lines: string[]

beforeAll(async () => {
  backend = await startServiceBackend()
  backend.clock.now = Date.now()
  vi.restoreAllMocks()
  call = await openHandler(backend, { RATE_LIMIT_WINDOW: '100000', RATE_LIMIT_SECOND: '100000' })
  server = createServer((request, response) => answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  lines = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    lines.push(...String(chunk).split('\n').filter(Boolean))
    return true
  })
})
afterAll(async () => {
  vi.restoreAllMocks()
  server.close()
  await backend.close()
})

/** A worker as it is deployed, but for the engine. */
const worker = (perform: RunTaskDeps['perform']) =>
  middy()
    .use(batch())
    .handler(
      eachRecord(async (body) => {
        const message = parseTaskMessage(body)
        if (!message) throw new Error('The message names no task.')
        const fetching = { fetch: guardedFetch, allowLoopbackOrigin: origin }
        await runTask(message, AbortSignal.timeout(10_000), {
          ...backend.deps,
          ...fetching,
          perform,
        })
      }),
    )

const sender = () =>
  middy()
    .use(batch())
    .handler(
      eachRecord(async (body) => {
        const message = parseDeliveryMessage(body)
        if (!message) throw new Error('The message names no delivery.')
        const sending = { fetch: guardedFetch, allowLoopbackOrigin: origin, random: () => 0 }
        await sendWebhook(message, { ...backend.deps, ...sending })
      }),
    )

const context = () => ({ awsRequestId: `request-${randomUUID()}` }) as Context
const event = (...bodies: unknown[]) =>
  ({
    Records: bodies.map((body) => ({ messageId: randomUUID(), body: JSON.stringify(body) })),
  }) as unknown as SQSEvent

const perform: RunTaskDeps['perform'] = async () => ({
  results: {},
  output: { bytes: new Uint8Array([1]), contentType: 'image/png', extension: 'png' },
})

/** Everything that may be written to a log anywhere, in one account's run of good and bad days. */
const liveThroughIt = async (): Promise<string[]> => {
  const { account, key } = await backend.addAccount(50)
  const wish = { account, url: `${origin}/hook`, allowLoopbackOrigin: origin }
  const { endpoint, secret } = await registerWebhook(wish, backend.deps)
  const rotated = await rotateSecret({ account, endpointId: endpoint.id }, backend.deps)
  const post = async (path: string, body: unknown) =>
    (await call({ method: 'POST', path, body, key })).body
  const create = async (url: string) =>
    (await post(EFFECT, { src_file_url: url, ...REST })).data?.task_id ?? ''

  for (const wrong of [`${key}x`, `<${key}>`, secret]) await call({ path: EFFECT, key: wrong })
  await call({ path: `/nothing/${key}?key=${key}`, key })
  const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
  const { data } = await post('/s2s/v2.0/file', { files: [file] })
  const upload = JSON.stringify(data)

  // A source that is fine, one that answers with our own words, one that breaks, one that may not be fetched.
  answer = (_, response) => void response.end('picture')
  const good = await create(`${origin}/a.jpg?${SIGNED}`)
  const bad = await create(`${origin}/b.jpg?${SIGNED}`)
  const refused = await create(`https://127.0.0.1/c.jpg?${SIGNED}`)
  await worker(perform)(event({ taskId: good }), context())
  answer = (request, response) => void response.writeHead(302, { location: request.url }).end()
  await worker(perform)(event({ taskId: bad }, { taskId: refused }, { nothing: key }), context())

  // A defect whose message holds everything it could.
  const words = `GET ${origin}/?${SIGNED} Authorization: Bearer ${key} ${secret}`
  const defect = await create(`${origin}/d.jpg?${SIGNED}`)
  answer = (_, response) => void response.end('picture')
  const throwing = () => Promise.reject(new Error(words, { cause: { apiKey: key, url: words } }))
  await worker(throwing)(event({ taskId: defect }), context())
  const dead = (await import('../../../functions/service/end-dead-task/handler.ts')).handler
  await dead(event({ taskId: defect }, { taskId: words }), context())

  // A receiver that says back what it was told.
  answer = (request, response) =>
    void response.writeHead(500).end(`${request.headers['webhook-signature']} ${words}`)
  const messages = backend.queued('webhooks').map(({ message }) => message)
  await sender()(event(...messages), context())
  answer = (_, response) => void response.writeHead(410).end()
  await sender()(event(...messages.map((message) => ({ ...message, attempt: 1 }))), context())
  const sweep = (await import('../../../functions/service/sweep/handler.ts')).handler
  await sweep({}, context())

  const status = JSON.stringify((await call({ path: `${EFFECT}/${good}`, key })).body)
  await post('/s2s/v2.0/task/delete', { task_id: good })
  const signatures = `${upload} ${status}`.match(/X-Amz-Signature=[0-9a-f]{64}/g) ?? []
  expect(signatures).toHaveLength(2)
  return [
    key,
    key.slice(10),
    secret,
    secret.slice(6),
    rotated.secret.slice(6),
    'f00df00d',
    ...signatures.map((signature) => signature.slice(-64)),
  ]
}

test('no line of a whole run holds a key, a secret, a signature or a signed URL, and each names its request', async () => {
  const secrets = await liveThroughIt()
  expect(lines.length).toBeGreaterThan(8)
  const messages = new Set(lines.map((line) => JSON.parse(line).message))
  for (const expected of [
    'A task ended.',
    'A record failed and will be delivered again.',
    'A task was given up.',
    'A dead message names no task.',
    'A webhook was not taken.',
  ]) {
    expect(messages).toContain(expected)
  }
  for (const line of lines) {
    for (const secret of secrets) expect(line).not.toContain(secret)
    expect(JSON.parse(line)).toMatchObject({
      at: expect.any(String),
      level: expect.stringMatching(/^(info|warn|error)$/),
      requestId: expect.stringMatching(/^request-|^[0-9a-f-]{36}$/),
    })
  }
})
