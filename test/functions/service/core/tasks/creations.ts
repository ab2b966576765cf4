import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Failure } from '../../../../../catalog/failures/failure.ts'
import { findFeature } from '../../../../../catalog/features/features.ts'
import {
  type CreateTaskDeps,
  createTask,
} from '../../../../../functions/service/core/tasks/create-task.ts'
import { finishTask } from '../../../../../functions/service/core/tasks/finish-task.ts'
import { parseTaskCreation } from '../../../../../functions/service/core/tasks/parse-task-creation.ts'
import { type ServiceBackend, startServiceBackend } from '../../service-backend.ts'

export const feature = findFeature('body-reshape')!

/** A request that is accepted. */
export const BODY = {
  src_file_url: 'https://example.com/a.jpg',
  version: '1.0',
  features: { slim: 10, leg: 1 },
}

/** What requests meet: the stores, the account that asks, and how many seconds Lambda leaves the function. */
export const given = {
  backend: undefined as unknown as ServiceBackend,
  account: '',
  secondsLeft: 30,
}

/** Every test of the file that calls this has an account of its own with ten units. */
export function prepareCreations(): void {
  beforeAll(async () => {
    given.backend = await startServiceBackend()
  })
  afterAll(() => given.backend.close())
  beforeEach(async () => {
    given.account = (await given.backend.addAccount(10)).account
    given.secondsLeft = 30
    given.backend.clear()
  })
}

/** Makes a request for a task. */
export async function create(
  idempotencyKey?: string,
  body: Record<string, unknown> = BODY,
  deps: Partial<CreateTaskDeps> = {},
) {
  const { account, backend, secondsLeft } = given
  const deadline = backend.clock.now + secondsLeft * 1000
  const input = { account, feature, stage: 'effect' as const, body, idempotencyKey, deadline }
  return createTask(parseTaskCreation(input), { ...backend.deps, ...deps })
}

/** The units of the account that asks. */
export function balance() {
  return given.backend.deps.units.balance(given.account)
}

/** Ends a task with success. */
export async function end(id: string): Promise<void> {
  const task = await given.backend.deps.tasks.get(id)
  const results = { values: {}, objects: {} }
  await finishTask(task!, { status: 'success', results }, given.backend.deps)
}

/** Requests like a client that retries on a conflict. */
export async function insist(key: string): Promise<{ task_id: string }> {
  for (;;) {
    const answer = await create(key).catch((error: unknown) => {
      if ((error as Failure).code !== 'IdempotencyConflict') throw error
    })
    if (answer) return answer
  }
}

/** Runs `then` with the clock set `seconds` ahead. */
export async function at(seconds: number, then: () => Promise<void>): Promise<void> {
  const { clock } = given.backend
  const before = clock.now
  clock.now += seconds * 1000
  await then().finally(() => {
    clock.now = before
  })
}

/** A call of which nobody hears again. */
export function died(): Promise<never> {
  return Promise.reject(new Error('died'))
}
