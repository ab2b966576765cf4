import { ExecutionLimitExceeded } from '@aws-sdk/client-sfn'
import { afterEach, expect, test, vi } from 'vitest'
import { HIDDEN_DELIVERIES, THROTTLES } from '../../../../../catalog/limits/throttles.ts'
import { heldMessage, holdBack } from '../../../../../functions/pipeline/core/waiting/hold-back.ts'
import { DeliverAgain } from '../../../../../functions/sqs-batch.ts'
import { newDice } from '../../../../faults/dice.ts'
import { type MessageQueue, newQueue } from '../../../../faults/queue.ts'
import { newTimeline } from '../../../../faults/timeline.ts'

/** A seed without faults. */
const CALM = 8

afterEach(() => vi.restoreAllMocks())

/** The lines that are logged from now on. */
function heard(): () => unknown[] {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  return () => lines.map((line) => JSON.parse(line))
}

function open(random = 0) {
  const asked: [what: string, of: string, seconds: number][] = []
  const deps = {
    hide: async (receipt: string, seconds: number) => void asked.push(['hide', receipt, seconds]),
    sendAgain: async (body: string, seconds: number) => void asked.push(['send', body, seconds]),
    pipeline: 'Stack/Pipeline',
    random: () => random,
    now: () => 1_000,
  }
  return { asked, deps }
}

function throwing(name: string) {
  return () => Promise.reject(Object.assign(new Error('Too much.'), { name }))
}

function message(deliveries = 1) {
  return { body: '{"a":1}', receiptHandle: 'receipt', deliveries }
}

test.each(THROTTLES)('a message that meets %s is hidden, and a metric names it', async (name) => {
  const lines = heard()
  const { asked, deps } = open()
  await expect(holdBack(message(), throwing(name), deps)).rejects.toThrow(DeliverAgain)
  expect(asked).toEqual([['hide', 'receipt', 15]])
  expect(lines()).toMatchObject([
    { Pipeline: 'Stack/Pipeline', Cause: name, Held: 1, _aws: { Timestamp: 1_000 } },
  ])
})

test('a message is hidden so many times, and then sent anew', async () => {
  const lines = heard()
  const { asked, deps } = open()
  const throttled = throwing('SlowDown')
  await expect(holdBack(message(HIDDEN_DELIVERIES), throttled, deps)).rejects.toThrow(DeliverAgain)
  await holdBack(message(HIDDEN_DELIVERIES + 1), throttled, deps)
  expect(asked.slice(1)).toEqual([['send', '{"a":1}', 15]])
  expect(lines()).toMatchObject([{ Held: 1 }, { Held: 1 }])
})

test('the error of the SDK itself is known, and messages do not come back together', async () => {
  heard()
  const { asked, deps } = open(0.999)
  const full = new ExecutionLimitExceeded({ message: 'full', $metadata: {} })
  await expect(holdBack(message(), () => Promise.reject(full), deps)).rejects.toThrow(DeliverAgain)
  expect(asked[0]?.[2]).toBeCloseTo(60, 0)
})

test('any other error is a failure, and so is one of the hiding and the sending', async () => {
  const { asked, deps } = open()
  await expect(holdBack(message(), throwing('ValidationException'), deps)).rejects.toThrow(
    'Too much.',
  )
  expect(asked).toEqual([])
  const gone = () => Promise.reject(new Error('The queue is gone.'))
  const broken = { ...deps, hide: gone, sendAgain: gone }
  for (const deliveries of [1, HIDDEN_DELIVERIES + 1]) {
    await expect(holdBack(message(deliveries), throwing('SlowDown'), broken)).rejects.toThrow(
      'The queue is gone.',
    )
  }
})

test('what is handled is neither hidden nor sent', async () => {
  const { asked, deps } = open()
  await holdBack(message(), async () => 'done', deps)
  expect(asked).toEqual([])
})

test('a record says how often it was delivered', () => {
  const record = { body: 'x', receiptHandle: 'r', attributes: { ApproximateReceiveCount: '4' } }
  expect(heldMessage(record as never)).toEqual({ body: 'x', receiptHandle: 'r', deliveries: 4 })
})

/** The generations of a message that meets a throttle at most deliveries and whose sendings leave copies. */
test.each([1, 2, 3])('copies of a message that is held back die out: %i', async (seed) => {
  heard()
  const timeline = newTimeline()
  const dice = newDice(CALM)
  const { deps } = open()
  const rolls = (name: string, below: number) => dice.roll(`${seed} ${name}`) < below
  let delivered = 0
  const queue: MessageQueue = newQueue(
    {
      name: 'throttled',
      visibilityMs: 60_000,
      attempts: 5 + HIDDEN_DELIVERIES,
      work: async (_, delivery) => {
        delivered += 1
        const handle = rolls('meets', 0.9) ? throwing('SlowDown') : async () => 'done'
        const sendAgain = async (body: string, seconds: number) => {
          for (let copy = rolls('doubled', 0.12) ? 2 : 1; copy > 0; copy--)
            queue.send(body, seconds)
          if (rolls('lost', 0.3)) throw new Error('The answer was lost.')
        }
        const hide = async (_receipt: string, seconds: number) => delivery.hide(seconds)
        return holdBack(delivery, handle, { ...deps, hide, sendAgain }).then(
          () => true,
          () => false,
        )
      },
    },
    { timeline, dice },
  )
  for (let nth = 0; nth < 100; nth++) queue.send('x')
  await timeline.drain(20_000)
  expect(delivered).toBeGreaterThan(200)
  expect(queue.dead).toEqual([])
})
