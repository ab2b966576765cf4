import { afterEach, beforeEach, expect, test } from 'vitest'
import { findFeature } from '../../../../catalog/features/features.ts'
import { registerWebhook } from '../../../../functions/service/core/accounts/register-webhook.ts'
import { createTask } from '../../../../functions/service/core/tasks/create-task.ts'
import { parseTaskCreation } from '../../../../functions/service/core/tasks/parse-task-creation.ts'
import { sweep } from '../../../../functions/service/sweep/sweep.ts'
import { type ServiceBackend, startServiceBackend } from '../service-backend.ts'

const feature = findFeature('body-reshape')!
const BODY = { src_file_url: 'https://example.com/a.jpg', version: '1.0', features: { slim: 1 } }
const NOTHING = { ended: 0, resent: 0 }

let backend: ServiceBackend
let account: string

// A sweep covers all accounts, so each test has its own backend.
beforeEach(async () => {
  backend = await startServiceBackend()
  account = (await backend.addAccount(10)).account
  backend.clear()
})

afterEach(() => backend.close())

const lost = { taskQueue: { send: async () => {} } }
async function create(stage: 'effect' | 'pre-process') {
  const input = { account, feature, stage, body: BODY }
  return (await createTask(parseTaskCreation(input), { ...backend.deps, ...lost })).task_id
}
function pass(seconds: number) {
  backend.clock.now += seconds * 1000
}

test.each(['effect', 'pre-process'] as const)(
  'a lost %s task ends a day after its creation, uncharged and announced',
  async (stage) => {
    const url = 'https://example.com/hook'
    await registerWebhook({ account, url }, backend.deps)
    const id = await create(stage)
    pass(86_399)
    expect(await sweep(backend.deps)).toEqual(NOTHING)
    pass(1)
    expect(await sweep(backend.deps)).toEqual({ ended: 1, resent: 0 })
    expect(await backend.deps.tasks.get(id)).toMatchObject({
      status: 'error',
      error: 'TaskTimeout',
    })
    expect(await backend.deps.units.balance(account)).toEqual({
      available: 10,
      reserved: 0,
      spent: 0,
    })
    expect(backend.queued('webhooks')).toHaveLength(1)
    backend.clear()
    pass(300)
    expect(await sweep(backend.deps)).toEqual(NOTHING)
  },
)

test('a task ends an hour after its work began, however many wait, and none for waiting', async () => {
  const begun = await create('effect')
  for (let n = 0; n < 5; n += 1) await create('pre-process')
  const { tasks } = backend.deps
  pass(7200)
  await tasks.takeLease(begun, { holder: 'w', until: backend.clock.now + 1 }, backend.clock.now)
  pass(3599)
  expect(await sweep(backend.deps)).toEqual(NOTHING)
  // Taken over meanwhile: the time counts from the first worker.
  await tasks.takeLease(begun, { holder: 'x', until: backend.clock.now + 1 }, backend.clock.now)
  pass(1)
  expect(await sweep(backend.deps)).toEqual({ ended: 1, resent: 0 })
  expect(await tasks.get(begun)).toMatchObject({ status: 'error', error: 'TaskTimeout' })
  expect(await tasks.list(account, 9, 'running')).toHaveLength(5)
})

test('a delivery whose message was lost is queued again, and no other', async () => {
  const { endpoint } = await registerWebhook(
    { account, url: 'https://example.com/hook' },
    backend.deps,
  )
  const at = Math.floor(backend.clock.now / 1000)
  const delivery = (eventId: string, dueAt: number) => ({
    account,
    eventId,
    endpointId: endpoint.id,
    body: '{}',
    status: 'pending' as const,
    attempt: 0,
    dueAt,
    attempts: [],
    createdAt: at,
    expiresAt: at + 86_400,
  })
  const { webhooks } = backend.deps
  await webhooks.createDelivery(delivery('evt_lost', at))
  await webhooks.createDelivery(delivery('evt_later', at + 7200))
  await webhooks.createDelivery(delivery('evt_done', at))
  const made = { at: at * 1000, ms: 1, status: 200 }
  const done = { account, eventId: 'evt_done', endpointId: endpoint.id }
  await webhooks.record(done, 0, made, { status: 'delivered', dueAt: at })
  pass(600)
  expect(await sweep(backend.deps)).toEqual(NOTHING)
  pass(1)
  expect(await sweep(backend.deps)).toEqual({ ended: 0, resent: 1 })
  expect(backend.queued('webhooks').map(({ message }) => message)).toEqual([
    { account, eventId: 'evt_lost', endpointId: endpoint.id, attempt: 0 },
  ])
})
