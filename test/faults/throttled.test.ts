import { ExecutionLimitExceeded } from '@aws-sdk/client-sfn'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { log } from '../../functions/log.ts'
import { newDice } from './dice.ts'
import type { Ports } from './functions.ts'
import { violations } from './invariants.ts'
import { type MachineRoom, openMachineRoom } from './machine.ts'
import { newTimeline } from './timeline.ts'
import { newWorld, type Variant } from './world.ts'

let room: MachineRoom
beforeAll(() => {
  for (const level of ['info', 'warn', 'error'] as const) vi.spyOn(log, level).mockReturnValue()
  room = openMachineRoom()
})
afterAll(() => {
  vi.restoreAllMocks()
  room.close()
})

const HOUR_MS = 3_600_000

function named(name: string): Error {
  return Object.assign(new Error('Too much at once.'), { name })
}

/** What throws for an hour of virtual time, and how often it did. */
function closedForAnHour(now: () => number, error: () => Error) {
  const opens = now() + HOUR_MS
  let times = 0
  return {
    times: () => times,
    pass: () => {
      if (now() >= opens) return
      times += 1
      throw error()
    },
  }
}

const CLOSED: Record<string, (ports: Ports, pass: () => void) => Ports> = {
  'as many executions as an account may have': (ports, pass) => ({
    ...ports,
    workflow: {
      ...ports.workflow,
      start: (name, input) => {
        pass()
        ports.workflow.start(name, input)
      },
    },
  }),
  'a table that takes no writes': (ports, pass) => ({
    ...ports,
    jobs: {
      ...ports.jobs,
      create: async (job) => {
        pass()
        return ports.jobs.create(job)
      },
    },
  }),
  'a table that takes no reads of the steps': (ports, pass) => ({
    ...ports,
    inbox: {
      ...ports.inbox,
      storeToken: async (...given) => {
        pass()
        return ports.inbox.storeToken(...given)
      },
    },
  }),
}

/** Runs a calm world under a variant; nothing may be lost or broken in it. */
async function holds(what: string, variantOf: (now: () => number) => Variant): Promise<void> {
  const timeline = newTimeline()
  const dice = newDice(7, new Set())
  const variant = variantOf(timeline.now)
  const world = newWorld({ timeline, dice, room, name: `closed ${what}`, variant })
  await timeline.drain(60_000)
  expect(world.lost).toEqual({ drop: [], watch: [] })
  expect(violations(world, dice)).toEqual([])
}

test.each(Object.entries(CLOSED))('%s: for an hour, and nothing fails', async (what, close) => {
  const error = what.includes('executions')
    ? () => new ExecutionLimitExceeded({ message: 'full', $metadata: {} })
    : () => named('ProvisionedThroughputExceededException')
  let times = () => 0
  await holds(what, (now) => {
    const closed = closedForAnHour(now, error)
    times = closed.times
    return { ports: (own) => close(own, closed.pass) }
  })
  // More often than a message is delivered, and than a failing state is tried again.
  expect(times()).toBeGreaterThan(10)
})

test('as many functions as an account may have: for an hour, and nothing fails', async () => {
  let times = 0
  // Retries of other errors are used up within minutes.
  await holds('functions', (now) => {
    const opens = now() + HOUR_MS
    return {
      isCrowded: (at) => {
        if (at < opens) times += 1
        return at < opens
      },
    }
  })
  expect(times).toBeGreaterThan(10)
})
