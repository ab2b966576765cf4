import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Fault } from '../../../../../catalog/failures/fault.ts'
import { log } from '../../../../../functions/log.ts'
import { performWithRestart } from '../../../../../functions/service/core/worker/perform-with-restart.ts'

const request = {
  feature: 'body-reshape',
  stage: 'effect',
  params: {},
  files: { src: new Uint8Array() },
  folder: '/nowhere',
} as const
const options = { signal: new AbortController().signal, lengthKnown: async () => {} }
const defect = new Error('memory access out of bounds')

beforeEach(() => void vi.spyOn(log, 'error').mockReturnValue())
afterEach(() => vi.restoreAllMocks())

/** An engine with these outcomes in turn, which counts how often its models were released. */
function engineMeeting(...outcomes: (Error | { results: Record<string, unknown> })[]) {
  const engine = {
    closed: 0,
    close: async () => {
      engine.closed += 1
    },
    perform: async () => {
      const outcome = outcomes.shift()
      if (outcome === undefined) throw new Error('asked too often')
      if (outcome instanceof Error) throw outcome
      return outcome
    },
  }
  return engine
}

test('a successful task keeps the models loaded', async () => {
  const engine = engineMeeting({ results: { timed: 1 } })
  expect(await performWithRestart(engine)(request, options)).toEqual({ results: { timed: 1 } })
  expect(engine.closed).toBe(0)
})

test('a fault is passed on at once', async () => {
  const engine = engineMeeting(new Fault('pose', 'Turned away.'))
  await expect(performWithRestart(engine)(request, options)).rejects.toMatchObject({
    condition: 'pose',
  })
  expect(engine.closed).toBe(0)
})

test('after a defect the models are loaded again and the task is retried', async () => {
  const engine = engineMeeting(defect, { results: {} })
  expect(await performWithRestart(engine)(request, options)).toEqual({ results: {} })
  expect(engine.closed).toBe(1)
})

test('a second defect ends the task without revealing its message, and the next task gets new models', async () => {
  const engine = engineMeeting(defect, defect)
  await expect(performWithRestart(engine)(request, options)).rejects.toMatchObject({
    condition: 'runtime',
    message: 'The effect failed unexpectedly.',
  })
  expect(engine.closed).toBe(2)
})
