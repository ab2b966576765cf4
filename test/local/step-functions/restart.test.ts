import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  ListExecutionsCommand,
  SendTaskFailureCommand,
  SendTaskSuccessCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { startStepFunctions } from '../../../local/step-functions/start-step-functions.ts'
import { operatorOnly } from '../../setup/account.ts'
import { account, callback, invoke, machine, named, region } from './definitions.ts'
import { startRig, type TestFunction, tempDir } from './rig.ts'
import { virtualClock } from './virtual-clock.ts'

/** One data directory and one clock for several processes of the interpreter. */
function lives(functions: Record<string, TestFunction>) {
  const clock = virtualClock()
  const dataDir = tempDir()
  return {
    clock,
    dataDir,
    start: (more: object = {}) => startRig({ dataDir, clock, functions, ...more }),
  }
}

function asking() {
  const tokens: string[] = []
  return { tokens, ask: ({ token }: { token: string }) => void tokens.push(token) }
}

test('a callback keeps its token and its deadline', async () => {
  const { tokens, ask } = asking()
  const { clock, start } = lives({ ask })
  const first = await start()
  const arn = await first.start(machine({ A: callback('ask', { TimeoutSeconds: 100 }) }))
  await clock.advance(60_000)
  await first.stop()
  const second = await start()
  await clock.advance(39_000)
  expect(second.ended(arn)).toBeUndefined()
  await second.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '1' }))
  expect(await second.finish(arn)).toEqual({ status: 'SUCCEEDED', output: 1 })
  expect(tokens).toHaveLength(1)
})

test('a deadline of the old process holds in the new one', async () => {
  const { ask } = asking()
  const { clock, start } = lives({ ask })
  const first = await start()
  const began = clock.now()
  const arn = await first.start(machine({ A: callback('ask', { TimeoutSeconds: 100 }) }))
  await clock.advance(60_000)
  await first.stop()
  const second = await start()
  expect(await second.finish(arn)).toMatchObject({ status: 'FAILED', error: 'States.Timeout' })
  expect(clock.now() - began).toBe(100_000)
})

test.for([
  [
    'callback',
    { A: callback('ask', { TimeoutSeconds: 100 }) },
    {},
    { status: 'FAILED', error: 'States.Timeout' },
  ],
  [
    'heartbeat',
    { A: callback('ask', { HeartbeatSeconds: 50 }) },
    {},
    { status: 'FAILED', error: 'States.HeartbeatTimeout' },
  ],
  ['Wait', { A: { Type: 'Wait', Seconds: 100, End: true } }, {}, { status: 'SUCCEEDED' }],
  [
    'execution',
    { A: { Type: 'Wait', Seconds: 1_000_000, End: true } },
    { TimeoutSeconds: 100 },
    { status: 'TIMED_OUT' },
  ],
] as const)(
  'a deadline that passed while nothing ran fires at once: %s',
  async ([, states, more, ends]) => {
    const { ask } = asking()
    const { clock, start } = lives({ ask })
    const first = await start()
    const arn = await first.start(machine(states, more))
    await clock.advance(1_000)
    await first.stop()
    await clock.advance(500_000)
    const now = clock.now()
    const second = await start()
    expect(await second.finish(arn)).toMatchObject(ends)
    expect(clock.now()).toBe(now)
  },
)

test('a call under way is repeated; what was done before it is not', async () => {
  const calls: string[] = []
  const { clock, start } = lives({
    first: () => calls.push('first'),
    second: () => (calls.push('second') < 3 ? new Promise(() => {}) : 'done'),
  })
  const one = await start()
  const arn = await one.start(
    machine({ A: { ...invoke('first', { Next: 'B' }) }, B: invoke('second') }),
  )
  await clock.runUntil(() => calls.length === 2)
  await one.stop()
  const two = await start()
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: 'done' })
  expect(calls).toEqual(['first', 'second', 'second'])
})

test('a callback whose function was under way is repeated with a new token; the old one is invalid', async () => {
  const tokens: string[] = []
  const { clock, start } = lives({
    ask: ({ token }: { token: string }) =>
      tokens.push(token) === 1 ? new Promise(() => {}) : null,
  })
  const one = await start()
  const arn = await one.start(machine({ A: callback('ask') }))
  await clock.runUntil(() => tokens.length === 1)
  await one.stop()
  const two = await start()
  await clock.runUntil(() => tokens.length === 2)
  const answer = (taskToken: string) =>
    two.client.send(new SendTaskSuccessCommand({ taskToken, output: '1' }))
  await expect(answer(tokens[0]!)).rejects.toMatchObject({ name: 'TaskTimedOut' })
  await answer(tokens[1]!)
  expect(await two.finish(arn)).toMatchObject({ status: 'SUCCEEDED' })
})

test('an answer that comes before the executions resume is kept for them', async () => {
  const { tokens, ask } = asking()
  const { clock, start } = lives({ ask })
  const one = await start()
  const arn = await one.start(machine({ A: callback('ask') }))
  await clock.advance(0)
  await one.stop()
  const two = await start({ paused: true })
  await two.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '7' }))
  const again = new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '8' })
  await expect(two.client.send(again)).rejects.toMatchObject({ name: 'TaskTimedOut' })
  await clock.advance(10_000)
  expect(await two.describe(arn)).toMatchObject({ status: 'RUNNING' })
  two.service.resume()
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: 7 })
  expect(tokens).toHaveLength(1)
})

test('the count of a retrier and the pause before the next retry survive', async () => {
  let calls = 0
  const { clock, start } = lives({
    work: () => {
      calls += 1
      throw named('Broken')
    },
  })
  const one = await start()
  const arn = await one.start(
    machine({
      A: invoke('work', {
        Retry: [{ ErrorEquals: ['Broken'], IntervalSeconds: 60, MaxAttempts: 1 }],
      }),
    }),
  )
  await clock.advance(10_000)
  await one.stop()
  const two = await start()
  const before = clock.now()
  expect(await two.finish(arn)).toMatchObject({ status: 'FAILED', error: 'Broken' })
  expect(clock.now() - before).toBe(50_000)
  expect(calls).toBe(2)
})

test('a failed attempt of a Map leaves nothing to the next one', async () => {
  const calls: number[] = []
  const { clock, start } = lives({
    each: (n: number) => {
      calls.push(n)
      if (calls.length === 2) throw named('Broken')
      return calls.length === 3 ? new Promise(() => {}) : calls.length
    },
  })
  const one = await start()
  const arn = await one.start(
    machine({
      M: {
        Type: 'Map',
        Items: [1, 2],
        MaxConcurrency: 1,
        ItemProcessor: { StartAt: 'I', States: { I: invoke('each') } },
        Retry: [{ ErrorEquals: ['Broken'] }],
        End: true,
      },
    }),
  )
  await clock.runUntil(() => calls.length === 3)
  await one.stop()
  const two = await start()
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [4, 5] })
  expect(calls).toEqual([1, 2, 1, 1, 2])
})

test('iterations that ended stay ended, with their failures, and are told once', async () => {
  const calls: number[] = []
  const { clock, start } = lives({
    each: (n: number) => {
      calls.push(n)
      if (n === 2) throw named('Broken')
      return calls.length === 3 ? new Promise(() => {}) : n
    },
  })
  const one = await start()
  const each = { StartAt: 'I', States: { I: invoke('each') } }
  const arn = await one.start(
    machine({
      M: {
        Type: 'Map',
        Items: [1, 2, 3],
        MaxConcurrency: 1,
        ToleratedFailureCount: 1,
        ItemProcessor: each,
        End: true,
      },
    }),
  )
  await clock.runUntil(() => calls.length === 3)
  await one.stop()
  const two = await start()
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [1, 3] })
  expect(calls).toEqual([1, 2, 3, 3])
  const types = (await two.history(arn)).map(({ type }) => type)
  expect(types.filter((type) => type?.startsWith('MapIteration'))).toEqual([
    ...['MapIterationStarted', 'MapIterationSucceeded'],
    ...['MapIterationStarted', 'MapIterationFailed'],
    ...['MapIterationStarted', 'MapIterationSucceeded'],
  ])
})

test('a Map that goes on and then fails leaves nothing to its next attempt either', async () => {
  const calls: number[] = []
  const { clock, start } = lives({
    each: (n: number) => {
      calls.push(n)
      if (calls.length === 3) throw named('Broken')
      return calls.length === 1 ? new Promise(() => {}) : calls.length
    },
  })
  const one = await start()
  const map = {
    Type: 'Map',
    Items: [1, 2],
    MaxConcurrency: 1,
    End: true,
    ItemProcessor: { StartAt: 'I', States: { I: invoke('each') } },
    Retry: [{ ErrorEquals: ['Broken'] }],
  }
  const arn = await one.start(machine({ M: map }))
  await clock.runUntil(() => calls.length === 1)
  await one.stop()
  const two = await start()
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: [4, 5] })
  expect(calls).toEqual([1, 1, 2, 1, 2])
})

test('of a retried callback only what is under way is repeated', async () => {
  const tokens: string[] = []
  const { clock, start } = lives({
    ask: ({ token }: { token: string }) =>
      tokens.push(token) === 2 ? new Promise(() => {}) : null,
  })
  const one = await start()
  const arn = await one.start(machine({ A: callback('ask', { Retry: [{ ErrorEquals: ['No'] }] }) }))
  await clock.runUntil(() => tokens.length === 1)
  await clock.advance(0)
  const failed = { taskToken: tokens[0]!, error: 'No' }
  await one.client.send(new SendTaskFailureCommand(failed))
  await clock.runUntil(() => tokens.length === 2)
  await one.stop()
  const two = await start()
  await clock.runUntil(() => tokens.length === 3)
  await two.client.send(new SendTaskSuccessCommand({ taskToken: tokens[2]!, output: '1' }))
  expect(await two.finish(arn)).toMatchObject({ status: 'SUCCEEDED' })
})

test('what is started while others are paused is not started again with them', async () => {
  const calls: string[] = []
  const { clock, start } = lives({
    hang: (name: string) => {
      calls.push(name)
      return new Promise(() => {})
    },
  })
  const one = await start()
  const old = await one.start(machine({ A: invoke('hang') }), 'old')
  await clock.advance(0)
  await one.stop()
  const two = await start({ paused: true })
  await two.start(machine({ A: invoke('hang') }), 'new')
  await clock.advance(0)
  two.service.resume()
  await clock.advance(0)
  expect(calls).toEqual(['old', 'new', 'old'])
  await two.client.send(new StopExecutionCommand({ executionArn: old }))
  expect(calls).toHaveLength(3)
})

test('a paused execution can be stopped', async () => {
  const { clock, start } = lives({ hang: () => new Promise(() => {}) })
  const one = await start()
  const arn = await one.start(machine({ A: invoke('hang') }))
  await clock.advance(0)
  await one.stop()
  const two = await start({ paused: true })
  await two.client.send(new StopExecutionCommand({ executionArn: arn }))
  expect(await two.describe(arn)).toMatchObject({ status: 'ABORTED' })
})

test('what is evaluated when the process closes is evaluated again by the next', async () => {
  const { clock, start } = lives({})
  const gate = Promise.withResolvers<void>()
  let closed = false
  const fill = async () => {
    await gate.promise
    return 'late'
  }
  const close = async () => {
    closed = true
  }
  const one = await start({ evaluator: { check: () => {}, fill, close } })
  const arn = await one.start(machine({ A: { Type: 'Pass', Output: '{% "own" %}', End: true } }))
  await one.stop()
  gate.resolve()
  await clock.advance(0)
  expect(closed).toBe(true)
  await expect(fetch(one.service.url)).rejects.toThrow()
  const two = await start()
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: 'own' })
})

const distributed = (more: object) =>
  machine({
    M: {
      Type: 'Map',
      Items: [1, 2, 3],
      MaxConcurrency: 1,
      End: true,
      ItemProcessor: {
        ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
        StartAt: 'I',
        States: { I: invoke('each') },
      },
      ...more,
    },
  })

test.for([
  [1, { status: 'FAILED', error: 'States.ExceedToleratedFailureThreshold' }],
  [2, { status: 'SUCCEEDED', output: [3] }],
] as const)(
  'children that failed before count, and are not run again: %i tolerated',
  async ([ToleratedFailureCount, ends]) => {
    const calls: number[] = []
    const { clock, start } = lives({
      each: (n: number) => {
        calls.push(n)
        if (n === 1 || calls.length === 3) throw named('Broken')
        return n === 2 ? new Promise(() => {}) : n
      },
    })
    const one = await start()
    const arn = await one.start(distributed({ ToleratedFailureCount }))
    await clock.runUntil(() => calls.length === 2)
    await one.stop()
    const two = await start()
    expect(await two.finish(arn)).toMatchObject(ends)
    expect(calls).toEqual(ends.status === 'FAILED' ? [1, 2, 2] : [1, 2, 2, 3])
  },
)

test('a child whose parent has ended is ended too, and not run', async () => {
  const calls: number[] = []
  const { clock, start, dataDir } = lives({
    each: (n: number) => {
      calls.push(n)
      return new Promise(() => {})
    },
  })
  const one = await start()
  await one.start(distributed({}))
  await clock.runUntil(() => calls.length === 1)
  await one.stop()
  const db = new DatabaseSync(join(dataDir, 'step-functions.sqlite'))
  db.exec(`UPDATE executions SET status = 'ABORTED' WHERE machine NOT LIKE '%/M'`)
  const child = db.prepare(`SELECT arn FROM executions WHERE machine LIKE '%/M'`).get()
  db.close()
  const two = await start()
  await clock.advance(0)
  const arn = String(child?.['arn'])
  expect(await two.describe(arn)).toMatchObject({ status: 'ABORTED' })
  expect(calls).toEqual([1])
  const types = (await two.history(arn)).map(({ type }) => type)
  expect(types.slice(-2)).toEqual(['TaskStateAborted', 'ExecutionAborted'])
})

test('ended executions stay listed, with their history', async () => {
  const { start } = lives({})
  const one = await start()
  const { arn } = await one.run(machine({ A: { Type: 'Pass', End: true } }))
  await one.stop()
  const two = await start()
  const stateMachineArn = `arn:aws:states:${region}:${account}:stateMachine:machine`
  const { executions } = await two.client.send(new ListExecutionsCommand({ stateMachineArn }))
  expect(executions).toMatchObject([{ executionArn: arn, status: 'SUCCEEDED' }])
  expect(await two.history(arn)).toHaveLength(4)
})

test('a running execution keeps the definition it started with', async () => {
  const { tokens, ask } = asking()
  const { clock, start } = lives({ ask })
  const one = await start()
  const states = { A: { ...callback('ask', { Next: 'B' }) } }
  const arn = await one.start(
    machine({ ...states, B: { Type: 'Pass', Output: '{% "old" %}', End: true } }),
  )
  await clock.advance(0)
  await one.stop()
  const two = await start()
  const name = 'machine'
  two.service.createStateMachine({ name, definition: machine({ B: { Type: 'Succeed' } }) })
  await two.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '1' }))
  expect(await two.finish(arn)).toEqual({ status: 'SUCCEEDED', output: 'old' })
})

test('an execution whose definition is no longer supported ends, and the others continue', async () => {
  const { tokens, ask } = asking()
  const { clock, start, dataDir } = lives({ ask })
  const one = await start()
  const arn = await one.start(machine({ A: callback('ask') }))
  await clock.advance(0)
  await one.stop()
  const db = new DatabaseSync(join(dataDir, 'step-functions.sqlite'))
  db.exec(`UPDATE definitions SET body = '{"StartAt":"A"}'`)
  db.close()
  const two = await start()
  expect(await two.finish(arn)).toMatchObject({ status: 'FAILED', error: 'States.Runtime' })
  expect(await two.run(machine({ B: { Type: 'Succeed' } }))).toMatchObject({ status: 'SUCCEEDED' })
  expect(tokens).toHaveLength(1)
})

test('a second process cannot use the same directory', async () => {
  const { start, dataDir } = lives({})
  await start()
  const options = {
    dataDir,
    port: 0,
    region,
    account,
    access: operatorOnly(),
    invoke: async () => ({ payload: null }),
  }
  await expect(startStepFunctions(options)).rejects.toThrow('only one process')
})
