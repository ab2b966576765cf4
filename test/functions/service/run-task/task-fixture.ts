import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { findFeature } from '../../../../catalog/features.ts'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { type RunTaskDeps, runTask } from '../../../../functions/service/run-task/run-task.ts'
import { createTask } from '../../../../functions/service/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/tasks/parse-task-creation.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

export const feature = findFeature('body-reshape')!
export const EFFECT = { version: '1.0', features: { slim: 10 } }

/** What the tests of a file look at; each test has an account of its own, with ten units, and empty queues. */
export const bench = {} as {
  backend: ServiceBackend
  account: string
  /** A server of source files, and how it answers. */
  origin: string
  answer: RequestListener
}

/** Opens the bench for the tests of a file. */
export function openBench(): void {
  let sources: Server
  beforeAll(async () => {
    bench.backend = await startServiceBackend()
    sources = createServer((request, response) => bench.answer(request, response))
    sources.listen(0, '127.0.0.1')
    await once(sources, 'listening')
    bench.origin = `http://127.0.0.1:${(sources.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    sources.close()
    await bench.backend.close()
  })
  beforeEach(async () => {
    bench.account = (await bench.backend.addAccount(10)).account
    bench.answer = (_, response) => void response.end('picture')
    bench.backend.clear()
  })
  afterEach(() => sources.closeAllConnections())
}

/** An engine that turns the bytes of the source round. */
const perform: RunTaskDeps['perform'] = async ({ files }) => ({
  results: { timed: 3 },
  output: { bytes: files.src.toReversed(), contentType: 'image/png', extension: 'png' },
})

export async function create(
  body: Record<string, unknown>,
  stage: 'effect' | 'pre-process' = 'effect',
) {
  const input = { account: bench.account, feature, stage, body: { ...EFFECT, ...body } }
  return (await createTask(parseTaskCreation(input), bench.backend.deps)).task_id
}

/** Carries out a task as the worker does, and gives what the table then says of it. */
export async function run(
  taskId: string,
  deps: Partial<RunTaskDeps> = {},
  signal = AbortSignal.timeout(60_000),
) {
  await runTask({ taskId }, signal, {
    ...bench.backend.deps,
    fetch: guardedFetch,
    allowLoopbackOrigin: bench.origin,
    perform,
    ...deps,
  })
  return bench.backend.deps.tasks.get(taskId)
}

export async function runUrl(deps: Partial<RunTaskDeps> = {}) {
  return run(await create({ src_file_url: `${bench.origin}/a.jpg` }), deps)
}

export function balance() {
  return bench.backend.deps.units.balance(bench.account)
}
