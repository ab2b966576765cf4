import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { awsCompanions } from '../../../../../functions/pipeline/core/adapters/aws-companions.ts'
import { sqsWatch } from '../../../../../functions/pipeline/core/adapters/sqs-watch.ts'
import type { Companions } from '../../../../../functions/pipeline/core/ports/companions.ts'
import type { Watch } from '../../../../../functions/pipeline/core/ports/watch.ts'
import { QueueAttributes } from '../../../../../local/sqs/queue-attributes.ts'
import { startSqs } from '../../../../../local/sqs/start-sqs.ts'
import { newDice } from '../../../../faults/dice.ts'
import { memoryCompanions } from '../../../../faults/ports/memory-companions.ts'
import { newQueue } from '../../../../faults/queue.ts'
import { virtualClock } from '../../../../local/step-functions/virtual-clock.ts'
import { localAccount, OPERATOR } from '../../../../setup/account.ts'
import { type OpenDatabase, openDatabase } from '../../open-database.ts'

// The fault simulator must behave like the local stacks, which run the AWS adapters: each test here runs on both.

let database: OpenDatabase
beforeAll(async () => {
  database = await openDatabase()
})
afterAll(() => database.close())

type Queue = {
  sqs: Pick<SQSClient, 'send'>
  url: string
  now(): number
  /** Advances the clock and returns the messages that were delivered meanwhile. */
  delivered(seconds: number): Promise<unknown[]>
}

/** A seed without faults. */
const CALM = 8

async function queueOfTheSimulator(): Promise<Queue> {
  const clock = virtualClock()
  const bodies: unknown[] = []
  const queue = newQueue(
    {
      name: 'looks',
      visibilityMs: 60_000,
      attempts: 5,
      work: async (body) => bodies.push(JSON.parse(body)) > 0,
    },
    { timeline: clock as never, dice: newDice(CALM) },
  )
  const sqs = {
    send: async ({ input }: { input: { MessageBody: string; DelaySeconds: number } }) =>
      queue.send(input.MessageBody, input.DelaySeconds),
  }
  return {
    sqs: sqs as never,
    url: 'looks',
    now: clock.now,
    delivered: async (seconds) => {
      await clock.advance(seconds * 1000)
      return bodies.splice(0)
    },
  }
}

async function queueOfTheStacks(): Promise<Queue> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-looks-'))
  let now = Date.UTC(2026, 0, 1)
  const served = await startSqs({
    dataDir,
    port: 0,
    ...localAccount(),
    clock: () => now,
  })
  served.store.putQueue('looks', QueueAttributes.parse({}))
  const sqs = new SQSClient({
    endpoint: served.url,
    region: 'us-east-1',
    credentials: OPERATOR,
  })
  onTestFinished(async () => {
    sqs.destroy()
    await served.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return {
    sqs,
    url: served.urlOf('looks'),
    now: () => now,
    delivered: async (seconds) => {
      now += seconds * 1000
      const taken = await served.store.receive('looks', { max: 10, waitSeconds: 0 })
      for (const { receipt } of taken) served.store.remove('looks', receipt)
      return taken.map(({ body }) => JSON.parse(body))
    },
  }
}

const QUEUES: [string, () => Promise<Queue>][] = [
  ['of the simulator', queueOfTheSimulator],
  ['of the local stacks', queueOfTheStacks],
]

const SECOND = { key: 'job-1/0/effect/0/0', feature: 'body-reshape', stage: 'effect' as const }

describe.each(QUEUES)('polls %s', (_, open) => {
  const watching = async (): Promise<{ watch: Watch } & Queue> => {
    const queue = await open()
    const options = { queueUrl: queue.url, firstSeconds: 60 }
    return { ...queue, watch: sqsWatch(queue.sqs, options) }
  }

  test('arrive once, with the watched task, and not before their time', async () => {
    const { watch, delivered } = await watching()
    await watch.scheduleFirst(SECOND)
    expect(await delivered(59)).toEqual([])
    expect(await delivered(2)).toEqual([{ ...SECOND, looks: 0 }])
    expect(await delivered(3600)).toEqual([])
  })

  test('arrive at growing intervals, up to a quarter of an hour', async () => {
    const { watch, delivered } = await watching()
    await watch.scheduleNext({ ...SECOND, looks: 1 })
    expect(await delivered(119)).toEqual([])
    expect(await delivered(2)).toHaveLength(1)
    await watch.scheduleNext({ ...SECOND, looks: 30 })
    expect(await delivered(899)).toEqual([])
    expect(await delivered(2)).toHaveLength(1)
  })

  test('wait as long as a busy service asks', async () => {
    const { watch, delivered } = await watching()
    await watch.scheduleNext({ ...SECOND, looks: 0, unmade: true }, 30)
    expect(await delivered(29)).toEqual([])
    expect(await delivered(2)).toEqual([expect.objectContaining({ unmade: true })])
  })
})

describe.each(QUEUES)('companions %s', (kind, open) => {
  const expecting = async (): Promise<{ companions: Companions } & Queue> => {
    const queue = await open()
    if (kind === 'of the simulator') {
      const looked = (job: string, seconds: number): void =>
        void queue.sqs.send({
          input: {
            MessageBody: JSON.stringify({ lookAgain: job }),
            DelaySeconds: seconds,
          },
        } as never)
      return { ...queue, companions: memoryCompanions(looked) }
    }
    const table = await database.table(`companions-${Math.trunc(Math.random() * 1e9)}`)
    const companions = awsCompanions({
      db: database.db,
      table,
      sqs: queue.sqs,
      queueUrl: queue.url,
      now: queue.now,
    })
    return { ...queue, companions }
  }

  const PLACE = { bucket: 'drop', key: 'drop/x/a b+%25&"\n📷.mask.png' }

  test('name the job that waits for them, and the newest of several jobs', async () => {
    const { companions } = await expecting()
    expect(await companions.jobExpecting(PLACE)).toBeUndefined()
    await companions.expect(PLACE, 'job-1')
    await companions.expect(PLACE, 'job-2')
    expect(await companions.jobExpecting(PLACE)).toBe('job-2')
    expect(await companions.jobExpecting({ ...PLACE, bucket: 'other' })).toBeUndefined()
    expect(await companions.jobExpecting({ ...PLACE, key: 'drop/x/cafe\u0301' })).toBeUndefined()
  })

  test('are checked again after their time, and after a quarter of an hour at the latest', async () => {
    const { companions, delivered } = await expecting()
    await companions.lookAgain('job-1', 30)
    expect(await delivered(29)).toEqual([])
    expect(await delivered(2)).toEqual([{ lookAgain: 'job-1' }])
    await companions.lookAgain('job-2', 3600)
    expect(await delivered(899)).toEqual([])
    expect(await delivered(2)).toEqual([{ lookAgain: 'job-2' }])
  })
})
