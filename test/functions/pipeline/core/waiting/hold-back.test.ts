import { ExecutionLimitExceeded } from '@aws-sdk/client-sfn'
import { afterEach, expect, test, vi } from 'vitest'
import { THROTTLES } from '../../../../../catalog/limits/throttles.ts'
import { holdBack } from '../../../../../functions/pipeline/core/waiting/hold-back.ts'

afterEach(() => vi.restoreAllMocks())

/** The lines that are logged from now on. */
function heard(): () => unknown[] {
  const lines: string[] = []
  vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => lines.push(String(chunk)) > 0)
  return () => lines.map((line) => JSON.parse(line))
}

function open(random = 0) {
  const sent: [body: string, seconds: number][] = []
  const deps = {
    sendAgain: async (body: string, seconds: number) => void sent.push([body, seconds]),
    pipeline: 'Stack/Pipeline',
    random: () => random,
    now: () => 1_000,
  }
  return { sent, deps }
}

function throwing(name: string) {
  return () => Promise.reject(Object.assign(new Error('Too much.'), { name }))
}

test.each(THROTTLES)(
  'a message that meets %s is sent anew, and a metric names it',
  async (name) => {
    const lines = heard()
    const { sent, deps } = open()
    await holdBack('{"a":1}', throwing(name), deps)
    expect(sent).toEqual([['{"a":1}', 15]])
    expect(lines()).toMatchObject([
      { Pipeline: 'Stack/Pipeline', Cause: name, Held: 1, _aws: { Timestamp: 1_000 } },
    ])
  },
)

test('the error of the SDK itself is known, and messages do not come back together', async () => {
  heard()
  const { sent, deps } = open(0.999)
  const full = new ExecutionLimitExceeded({ message: 'full', $metadata: {} })
  await holdBack('x', () => Promise.reject(full), deps)
  expect(sent[0]?.[1]).toBeCloseTo(60, 0)
})

test('any other error is a failure, and so is one of the sending', async () => {
  const { sent, deps } = open()
  await expect(holdBack('x', throwing('ValidationException'), deps)).rejects.toThrow('Too much.')
  expect(sent).toEqual([])
  const broken = { ...deps, sendAgain: () => Promise.reject(new Error('The queue is gone.')) }
  await expect(holdBack('x', throwing('SlowDown'), broken)).rejects.toThrow('The queue is gone.')
})

test('what is handled is not sent', async () => {
  const { sent, deps } = open()
  await holdBack('x', async () => 'done', deps)
  expect(sent).toEqual([])
})
