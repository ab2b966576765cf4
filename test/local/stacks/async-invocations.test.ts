import { expect, onTestFinished, test } from 'vitest'
import type { HostedFunction } from '../../../local/lambda/hosted-function.ts'
import { openMessageStore } from '../../../local/sqs/message-store.ts'
import { QueueAttributes } from '../../../local/sqs/queue-attributes.ts'
import { createAsyncInvocations } from '../../../local/stacks/async-invocations.ts'
import { dataFolder, eventually } from './rig.ts'

const HOSTED: HostedFunction = {
  name: 'note',
  arn: 'arn:aws:lambda:us-east-1:000000000000:function:note',
  entry: '/note.ts',
  isolated: false,
  timeoutMs: 3_000,
  memoryMb: 128,
  environment: {},
  credentials: { AWS_ACCESS_KEY_ID: 'note', AWS_SECRET_ACCESS_KEY: 'secret' },
  reserved: undefined,
}

/** A function that fails as long as `broken` says, with the queue `lost` for what it failed on. */
function invocations(failures: string | undefined) {
  let now = 0
  const store = openMessageStore(dataFolder(), () => now)
  store.putQueue('lost', QueueAttributes.parse({}))
  const calls: unknown[] = []
  const state = { broken: true }
  const { deliver, poller } = createAsyncInvocations(HOSTED, {
    store,
    failures,
    invoke: async (_, payload) => {
      calls.push(payload)
      return state.broken
        ? { error: { errorType: 'Error', errorMessage: 'no' } }
        : { payload: null }
    },
  })
  onTestFinished(async () => {
    await poller.stop(0)
    store.close()
  })
  const attempts = (count: number) => expect.poll(() => calls.length).toBe(count)
  const later = () => {
    now += 300_000
    // Wakes the queue's receiver, whose own timer runs by the real clock.
    store.changeVisibility('async-note', 'none', 0)
  }
  return { store, calls, state, deliver, attempts, later }
}

test('an event that every attempt failed on goes to the queue of failures, once', async () => {
  const { store, deliver, attempts, later } = invocations('lost')
  deliver('{"id":7}')
  for (const count of [1, 2, 3]) {
    await attempts(count)
    if (count === 3) break
    expect(store.count('lost').ready).toBe(0)
    later()
  }
  const message = await eventually(async () => (await store.receive('lost'))[0])
  expect(JSON.parse(message.body)).toMatchObject({
    requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 3 },
    requestPayload: { id: 7 },
    responsePayload: { errorMessage: 'no' },
  })
  later()
  expect(store.count('async-note')).toEqual({ ready: 0, inFlight: 0, delayed: 0 })
})

test('an event that a later attempt handles is no failure', async () => {
  const { store, state, deliver, attempts, later } = invocations('lost')
  deliver('{}')
  await attempts(1)
  state.broken = false
  await expect.poll(() => store.count('async-note').inFlight).toBe(1)
  later()
  await attempts(2)
  await expect.poll(() => store.count('async-note').inFlight).toBe(0)
  expect(store.count('lost').ready).toBe(0)
})
