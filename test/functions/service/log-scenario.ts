import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import middy from '@middy/core'
import type { Context, SQSEvent } from 'aws-lambda'
import { vi } from 'vitest'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { withRequestId } from '../../../functions/log.ts'
import { createKey } from '../../../functions/service/core/accounts/create-key.ts'
import { registerWebhook } from '../../../functions/service/core/accounts/register-webhook.ts'
import { rotateSecret } from '../../../functions/service/core/accounts/rotate-secret.ts'
import { sharedKeys } from '../../../functions/service/core/model/shared-video.ts'
import type { Task } from '../../../functions/service/core/model/task.ts'
import {
  parseDeliveryMessage,
  parseTaskMessage,
} from '../../../functions/service/core/queue/messages.ts'
import { performWithRestart } from '../../../functions/service/core/worker/perform-with-restart.ts'
import type { handler as deadHandler } from '../../../functions/service/end-dead-task/handler.ts'
import { type RunTaskDeps, runTask } from '../../../functions/service/run-task/run-task.ts'
import { sendWebhook } from '../../../functions/service/send-webhook/send-webhook.ts'
import type { handler as sweepHandler } from '../../../functions/service/sweep/handler.ts'
import { workSegments } from '../../../functions/service/work-segments/work-segments.ts'
import { eachRecord, reportBatchFailures } from '../../../functions/sqs-batch.ts'
import { asSegmentWorker, asWorker, type Watch } from './as-worker.ts'
import { type Answer, type Call, openHandler } from './call-handler.ts'
import { freshHandler } from './fresh-handler.ts'
import { openReceiver } from './open-receiver.ts'
import { type ServiceBackend, startServiceBackend } from './service-backend.ts'

/** A log line, and the function (its folder) that wrote it. */
export type Written = { by: string; line: string }

export type LogScenario = {
  written: Written[]
  /** What no line may contain. */
  secrets: string[]
  /** The successful task, and the request that created it. */
  good: { requestId: string; taskId: string }
}

const EFFECT = '/s2s/v2.0/task/body-reshape'
const REST = { version: '1.0', features: { slim: 1 } }
/** In the form of a signed S3 query, and unique to this run. */
const SIGNED = [
  'X-Amz-Algorithm=AWS4-HMAC-SHA256',
  `X-Amz-Credential=AKIA${randomUUID()}`,
  `X-Amz-Signature=${'f00d'.repeat(16)}`,
].join('&')

let played: Promise<LogScenario> | undefined

/**
 * Provokes every log line there is, with one account, once for all files of a process. The handlers run as they are
 * deployed, except for the engine. Secrets are placed wherever a client, a source or a receiver could put them.
 */
export function runLogScenario(): Promise<LogScenario> {
  played ??= play()
  return played
}

async function play(): Promise<LogScenario> {
  const backend = await startServiceBackend()
  backend.clock.now = Date.now()
  vi.restoreAllMocks()
  const call = await openHandler(backend, {
    RATE_LIMIT_WINDOW: '100000',
    RATE_LIMIT_SECOND: '100000',
  })
  const written: Written[] = []
  const by = new AsyncLocalStorage<string>()
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    const lines = String(chunk).split('\n').filter(Boolean)
    written.push(...lines.map((line) => ({ by: by.getStore() ?? 'nobody', line })))
    return true
  })
  const as: As = (who, work) => by.run(who, work)
  try {
    return { written, ...(await live(backend, call, as)) }
  } finally {
    stdout.mockRestore()
    await backend.close()
  }
}

type As = <T>(who: string, work: () => Promise<T>) => Promise<T>

async function live(
  backend: ServiceBackend,
  handle: (call: Call) => Promise<Answer>,
  as: As,
): Promise<Omit<LogScenario, 'written'>> {
  // Serves pictures and receives webhooks.
  const stranger = await openReceiver()
  const { origin, close } = stranger
  const { account, key } = await backend.addAccount(50)
  const wish = { account, url: `${origin}/hook`, allowLoopbackOrigin: origin }
  const { endpoint, secret } = await registerWebhook(wish, backend.deps)
  const rotated = await rotateSecret({ account, endpointId: endpoint.id }, backend.deps)
  const call = (asked: Call) => as('api', () => handle(asked))
  const post = (path: string, body: unknown) => call({ method: 'POST', path, body, key })
  const create = async (url: string) =>
    (await post(EFFECT, { src_file_url: url, ...REST })).body.data?.task_id ?? ''
  const told: string[] = []
  /** What worker and broker tell each other: the secrets of leases, and signed URLs. */
  const watch: Watch = async (who, asked, answer) => {
    const answered = await as(who, answer)
    const text = JSON.stringify([asked, answered])
    told.push(...(text.match(/(?<="holder":")[^"]+|(?<=X-Amz-Signature=)[0-9a-f]{64}/g) ?? []))
    return answered
  }
  const work = (perform: RunTaskDeps['perform'], ...messages: unknown[]) =>
    as('run-task', () => worker(backend, origin, perform, watch)(event(...messages), context()))
  const send = (...messages: unknown[]) =>
    as('send-webhook', () => sender(backend, origin)(event(...messages), context()))

  // Keys in every wrong place, an upload, and more requests than the limit of a key.
  for (const wrong of [`${key}x`, `<${key}>`, secret]) await call({ path: EFFECT, key: wrong })
  await call({ path: `/nothing/${key}?key=${key}`, key })
  await call({ path: `${EFFECT}/${key}`, key })
  await post(EFFECT, { [key]: key, src_file_url: `${origin}/${secret}`, ...REST, version: key })
  const headers = { 'idempotency-key': key, 'x-correlation-id': secret }
  await call({ method: 'POST', path: EFFECT, body: REST, key, headers })
  const file = { content_type: 'image/png', file_name: 'a.png', file_size: 3 }
  const upload = JSON.stringify((await post('/s2s/v2.0/file', { files: [file] })).body.data)
  const limits = { perWindow: 1, perSecond: 1 }
  const hasty = await createKey({ account, name: 'hasty', limits }, backend.deps)
  for (let time = 0; time < 3; time += 1) await call({ path: EFFECT, key: hasty.key })

  // A good source, one that repeats the request, one that breaks off, one that may not be fetched.
  stranger.answer = (_, response) => void response.end('picture')
  const made = await post(EFFECT, { src_file_url: `${origin}/a.jpg?${SIGNED}`, ...REST })
  const good = made.body.data?.task_id ?? ''
  const bad = await create(`${origin}/b.jpg?${SIGNED}`)
  const refused = await create(`https://127.0.0.1/c.jpg?${SIGNED}`)
  await work(perform, { taskId: good })
  stranger.answer = (request, response) =>
    void response.writeHead(302, { location: request.url }).end()
  await work(perform, { taskId: bad }, { taskId: refused }, { nothing: key })

  // Defects of the service and of the engine, whose messages hold every secret.
  const words = `GET ${origin}/?${SIGNED} Authorization: Bearer ${key} ${secret}`
  const throwing = () => Promise.reject(new Error(words, { cause: { apiKey: key, url: words } }))
  stranger.answer = (_, response) => void response.end('picture')
  const defect = await create(`${origin}/d.jpg?${SIGNED}`)
  await work(throwing, { taskId: defect })
  const failing = await create(`${origin}/e.jpg?${SIGNED}`)
  await work(performWithRestart({ perform: throwing, close: async () => {} }), { taskId: failing })
  const dead = await freshHandler<typeof deadHandler>('service/end-dead-task')
  await as('end-dead-task', () => dead(event({ taskId: defect }, { taskId: words }), context()))

  // Overdue tasks: one is ended by a status request, one by a worker, one by the sweep.
  const late = async () => {
    const id = randomUUID().padEnd(64, 'x')
    const createdAt = Math.floor(backend.clock.now / 1000) - 100_000
    await backend.deps.tasks.create({ ...LATE, id, account, createdAt, expiresAt: createdAt + 1e6 })
    return id
  }
  await call({ path: `${EFFECT}/${await late()}`, key })
  await work(perform, { taskId: await late() })
  await late()
  const sweep = await freshHandler<typeof sweepHandler>('service/sweep')
  await as('sweep', () => sweep({}, context()))

  // Videos that several workers share: a segment that meets a defect, and a task that is overdue.
  const share = async (
    id: string,
    engine: RunTaskDeps['perform'],
    began: number = backend.clock.now,
  ) => {
    const shared = { count: 2, frames: 2, before: 0, since: 0, at: 0, done: {} }
    const lease = { holder: 'log', until: began + 1 }
    await backend.deps.tasks.takeLease(id, lease, began)
    await backend.deps.tasks.beginSharing(id, lease.holder, shared)
    const task = await backend.deps.tasks.get(id)
    const bytes = new Uint8Array([1])
    for (const object of sharedKeys(task!).slice(0, 2)) {
      await backend.deps.files.put(object, bytes, { contentType: 'video/mp4' })
    }
    const deps = asSegmentWorker({ ...backend.deps, perform: engine, watch })
    await as('work-segments', () =>
      withRequestId(context().awsRequestId, () =>
        workSegments({ task: id, segment: 0 }, AbortSignal.timeout(10_000), deps),
      ),
    )
  }
  const broken = performWithRestart({ perform: throwing, close: async () => {} })
  await share(await create(`${origin}/f.jpg?${SIGNED}`), broken)
  await share(await late(), perform, backend.clock.now - 7_200_000)

  // A receiver that accepts a webhook, one that echoes it, and one that is gone.
  const messages = backend.queued('webhooks').map(({ message }) => message)
  stranger.answer = (_, response) => void response.end('thanks')
  await send(messages[0])
  stranger.answer = (request, response) =>
    void response.writeHead(500).end(`${request.headers['webhook-signature']} ${words}`)
  await send(...messages.slice(1))
  stranger.answer = (_, response) => void response.writeHead(410).end()
  backend.clock.now += 60_000
  await send(...messages.slice(1).map((message) => ({ ...message, attempt: 1 })))

  const status = JSON.stringify((await call({ path: `${EFFECT}/${good}`, key })).body)
  await post('/s2s/v2.0/task/delete', { task_id: good })
  await close()
  return {
    good: { requestId: String(made.headers['x-request-id']), taskId: good },
    secrets: [
      key,
      key.slice(10),
      hasty.key.slice(10),
      secret,
      secret.slice(6),
      rotated.secret.slice(6),
      'f00df00d',
      ...new Set(told),
      ...signaturesIn(`${upload} ${status}`),
    ],
  }
}

const LATE: Omit<Task, 'id' | 'account' | 'createdAt' | 'expiresAt'> = {
  feature: 'body-reshape',
  stage: 'effect',
  status: 'running',
  files: { src: { url: `https://example.com/?${SIGNED}` } },
  parameters: {},
  units: 0,
}

function signaturesIn(text: string): string[] {
  const found = text.match(/X-Amz-Signature=[0-9a-f]{64}/g) ?? []
  if (found.length !== 2) throw new Error('An upload and a result are signed, nothing else.')
  return found.map((signature) => signature.slice(-64))
}

const perform: RunTaskDeps['perform'] = async () => ({
  results: {},
  output: { bytes: new Uint8Array([1]), contentType: 'image/png', extension: 'png' },
})

/** A worker as it is deployed, except for the engine. */
function worker(
  backend: ServiceBackend,
  origin: string,
  performing: RunTaskDeps['perform'],
  watch: Watch,
) {
  return middy()
    .use(reportBatchFailures())
    .handler(
      eachRecord(async (body) => {
        const message = parseTaskMessage(body)
        if (!message) throw new Error('The message names no task.')
        const fetching = { fetch: guardedFetch, allowLoopbackOrigin: origin, watch }
        const deps = asWorker({ ...backend.deps, ...fetching, perform: performing })
        await runTask(message, AbortSignal.timeout(10_000), deps)
      }),
    )
}

function sender(backend: ServiceBackend, origin: string) {
  return middy()
    .use(reportBatchFailures())
    .handler(
      eachRecord(async (body) => {
        const message = parseDeliveryMessage(body)
        if (!message) throw new Error('The message names no delivery.')
        const sending = { fetch: guardedFetch, allowLoopbackOrigin: origin, random: () => 0 }
        await sendWebhook(message, { ...backend.deps, ...sending })
      }),
    )
}

function context() {
  return { awsRequestId: `invocation-${randomUUID()}` } as Context
}
function event(...bodies: unknown[]) {
  return {
    Records: bodies.map((body) => ({ messageId: randomUUID(), body: JSON.stringify(body) })),
  } as unknown as SQSEvent
}
