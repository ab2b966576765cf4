import type { SFNClient } from '@aws-sdk/client-sfn'
import { type PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import { awsTurns } from '../../../../../functions/pipeline/core/adapters/aws-turns.ts'
import { countExecutions } from '../../../../../functions/pipeline/core/adapters/count-executions.ts'
import { NO_LOOK } from '../../../../../functions/pipeline/core/ports/turns.ts'
import {
  isPastLook,
  waitForTurn,
} from '../../../../../functions/pipeline/core/waiting/wait-for-turn.ts'

import { openDatabase } from '../../open-database.ts'

beforeEach(() => void vi.spyOn(log, 'info').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

const CREATED = '2026-01-31T10:00:00.000Z'

function open({ openFiles = 10, sharers = 1, batchFiles = 0 } = {}) {
  const at = {
    now: Date.parse(CREATED),
    open: 0,
    counts: 0,
    full: 0,
    look: undefined as number | undefined,
  }
  const sent: [body: string, seconds: number][] = []
  const written: object[] = []
  const options = {
    db: {
      send: async (command: { input: object }) => {
        written.push(command)
        return { Item: at.look === undefined ? undefined : { look: at.look, waits: 'turn' } }
      },
    } as never,
    table: 'jobs',
    send: async (body: string, seconds: number) => void sent.push([body, seconds]),
    countOpen: async (most: number) => {
      at.counts += 1
      return Math.min(most, at.open)
    },
    batchFiles: async () => batchFiles,
    serviceFullUntil: async () => at.full,
    openFiles,
    sharers,
    pipeline: 'p',
    now: () => at.now,
  }
  const turns = awsTurns(options)
  const takes = async (times: number, waited = 0) => {
    let taken = 0
    for (let time = 0; time < times; time++) if (await turns.take(waited)) taken += 1
    return taken
  }
  return { at, sent, written, turns, takes }
}

test('as many files begin as there is room, counted anew after ten seconds, or three when it is used up', async () => {
  const { at, takes } = open()
  at.open = 7
  expect(await takes(2)).toBe(2)
  at.now += 9_999
  expect(await takes(1)).toBe(1)
  expect(at.counts).toBe(1)
  at.now += 1
  at.open = 8
  expect(await takes(9)).toBe(2)
  expect(at.counts).toBe(2)
  at.now += 2_999
  expect(await takes(9)).toBe(0)
  expect(at.counts).toBe(2)
  at.now += 1
  expect(await takes(9)).toBe(2)
  expect(at.counts).toBe(3)
  at.now += 10_000
  at.open = 10
  expect(await takes(9)).toBe(0)
})

test('each of several processes takes its part of the room, and one file at least', async () => {
  const { at, takes } = open({ openFiles: 100, sharers: 10 })
  expect(await takes(50)).toBe(10)
  at.now += 10_000
  at.open = 99
  expect(await takes(50)).toBe(1)
})

test('the files of batches do not take the turns of dropped ones', async () => {
  const { at, takes } = open({ openFiles: 10, batchFiles: 1_000 })
  at.open = 1_000
  expect(await takes(50)).toBe(10)
})

test('while the service takes no task nobody gets a turn, but who has waited for five minutes', async () => {
  const { at, takes } = open()
  at.full = at.now / 1000 + 12
  expect(await takes(3)).toBe(0)
  expect(await takes(3, 299)).toBe(0)
  expect(await takes(3, 300)).toBe(3)
  at.now += 10_000
  expect(await takes(3)).toBe(0)
  at.now += 2_000
  expect(await takes(3)).toBe(3)
})

test('what a file waits for is named in the metric', async () => {
  const { at, turns } = open({ openFiles: 0 })
  const causes = () => vi.mocked(log.info).mock.calls.map(([, fields]) => fields?.['Cause'])
  await waitForTurn(JOB, 1, { turns, now: () => at.now })
  at.full = at.now / 1000 + 60
  at.now += 10_000
  await waitForTurn(JOB, 2, { turns, now: () => at.now })
  expect(causes()).toEqual(['openFiles', 'ServiceBusy'])
})

const JOB = { id: 'job-1', createdAt: CREATED }

test.each([
  [0, 20],
  [79, 20],
  [800, 200],
  [1_200, 300],
  [86_400, 300],
])('who has waited %i seconds is looked at again after %i', async (waited, seconds) => {
  const { at, sent, written, turns } = open({ openFiles: 0 })
  at.now += waited * 1000
  expect(await waitForTurn(JOB, 3, { turns, now: () => at.now })).toBe(true)
  expect(sent).toEqual([['{"turn":"job-1","look":4}', seconds]])
  const [put] = written as [PutCommand]
  expect(put.input.Item).toMatchObject({
    id: 'turn#job-1',
    waits: 'turn',
    createdAt: CREATED,
    look: 4,
  })
})

test('those that came together do not come back together', async () => {
  const { at, sent, turns } = open({ openFiles: 0 })
  for (const part of [0, 0.999]) {
    await waitForTurn(JOB, 1, { turns, now: () => at.now, random: () => part })
  }
  expect(sent.map(([, seconds]) => Math.round(seconds))).toEqual([15, 25])
})

test('an event that comes twice puts nobody in line twice', async () => {
  const { at, sent, turns } = open({ openFiles: 0 })
  at.look = 7
  expect(await waitForTurn(JOB, undefined, { turns, now: () => at.now })).toBe(true)
  expect(sent).toEqual([])
})

test('a look that was followed by another is past, and so is every look at who has left', async () => {
  const { at, turns, written } = open()
  const past = () => Promise.all([6, 7, 8].map((look) => isPastLook('job-1', look, turns)))
  expect(await past()).toEqual([false, false, false])
  at.look = 7
  expect(await past()).toEqual([true, false, false])
  await turns.leave('job-1')
  const left = written.at(-1) as UpdateCommand
  expect(left).toBeInstanceOf(UpdateCommand)
  expect(left.input.UpdateExpression).toMatch(/^REMOVE waits /)
  at.look = left.input.ExpressionAttributeValues?.[':left']
  expect(await past()).toEqual([true, true, true])
})

test('who has left, or stepped out, is not put into line by an earlier look that is recorded late', async () => {
  const database = await openDatabase()
  onTestFinished(() => database.close())
  const table = await database.table('Jobs')
  const turns = awsTurns({
    db: database.db,
    table,
    send: async () => {},
    countOpen: async () => 0,
    batchFiles: async () => 0,
    serviceFullUntil: async () => 0,
    openFiles: 1,
    sharers: 1,
    pipeline: 'p',
    now: Date.now,
  })
  await turns.enter(JOB, 1)
  await turns.enter(JOB, 3)
  await turns.enter(JOB, 2)
  expect(await turns.placeOf(JOB.id)).toEqual({ look: 3, inLine: true })
  await turns.stepOut(JOB.id, 2)
  expect(await turns.placeOf(JOB.id)).toEqual({ look: 3, inLine: true })
  await turns.stepOut(JOB.id, 4)
  expect(await turns.placeOf(JOB.id)).toEqual({ look: 4, inLine: false })
  await turns.enter(JOB, 4)
  expect(await turns.placeOf(JOB.id)).toEqual({ look: 4, inLine: false })
  await turns.enter(JOB, 5)
  expect(await turns.placeOf(JOB.id)).toEqual({ look: 5, inLine: true })
  await turns.leave(JOB.id)
  await turns.enter(JOB, 6)
  await turns.stepOut(JOB.id, 6)
  expect(await turns.placeOf(JOB.id)).toEqual({ look: NO_LOOK, inLine: false })
})

test('executions are counted page by page, and no further than is asked', async () => {
  const asked: number[] = []
  const sfn = {
    send: async ({ input }: { input: { maxResults: number } }) => {
      asked.push(input.maxResults)
      return { executions: Array.from({ length: input.maxResults }, () => ({})), nextToken: 'more' }
    },
  } as unknown as SFNClient
  expect(await countExecutions(sfn, 'arn')(2_500)).toBe(2_500)
  expect(await countExecutions(sfn, 'arn')(1)).toBe(1)
  expect(asked).toEqual([1000, 1000, 500, 1])
})
