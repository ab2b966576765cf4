import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import { type RunTaskDeps, runTask } from '../../../../functions/service/run-task/run-task.ts'
import type { ServeWorkerDeps } from '../../../../functions/service/serve-worker/serve-worker.ts'
import { asWorker, type OfWorker } from '../as-worker.ts'
import { bytesOf } from '../bytes-of.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

export const feature = findFeature('body-reshape')!
export const EFFECT = { version: '1.0', features: { slim: 10 } }

/** What the tests of a file share. Each test has a new account with ten units, and empty queues. */
export const fixture = {} as {
  backend: ServiceBackend
  account: string
  /** A server of source files, and its request listener. */
  origin: string
  answer: RequestListener
}

/** Sets the fixture up for the tests of a file. */
export function useTaskFixture(): void {
  let sources: Server
  beforeAll(async () => {
    fixture.backend = await startServiceBackend()
    sources = createServer((request, response) => fixture.answer(request, response))
    sources.listen(0, '127.0.0.1')
    await once(sources, 'listening')
    fixture.origin = `http://127.0.0.1:${(sources.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    sources.close()
    await fixture.backend.close()
  })
  beforeEach(async () => {
    fixture.account = (await fixture.backend.addAccount(10)).account
    fixture.answer = (_, response) => void response.end('picture')
    fixture.backend.clear()
  })
  afterEach(() => sources.closeAllConnections())
}

/** What a test may replace of a worker and of its broker. */
export type TestedDeps = OfWorker & ServeWorkerDeps

/** An engine that reverses the bytes of the source. */
const perform: RunTaskDeps['perform'] = async ({ files }) => ({
  results: { timed: 3 },
  output: { bytes: bytesOf(files.src).toReversed(), contentType: 'image/png', extension: 'png' },
})

export async function create(
  body: Record<string, unknown>,
  stage: 'effect' | 'pre-process' = 'effect',
) {
  const input = { account: fixture.account, feature, stage, body: { ...EFFECT, ...body } }
  return (await createTask(parseTaskCreation(input), fixture.backend.deps)).task_id
}

/** Performs a task as the worker does, and returns the stored task. */
export async function run(
  taskId: string,
  deps: Partial<TestedDeps> = {},
  signal = AbortSignal.timeout(60_000),
) {
  const own = { fetch: guardedFetch, allowLoopbackOrigin: fixture.origin, perform }
  await runTask({ taskId }, signal, asWorker({ ...fixture.backend.deps, ...own, ...deps }))
  return fixture.backend.deps.tasks.get(taskId)
}

export async function runUrl(deps: Partial<TestedDeps> = {}) {
  return run(await create({ src_file_url: `${fixture.origin}/a.jpg` }), deps)
}

export function balance() {
  return fixture.backend.deps.units.balance(fixture.account)
}
