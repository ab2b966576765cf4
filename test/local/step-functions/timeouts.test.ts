import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { callAt, systemClock } from '../../../local/step-functions/clock.ts'
import { account, callback, invoke, machine, region } from './definitions.ts'
import { startRig, tempDir } from './rig.ts'

/** A function that never answers and collects its signals. */
function stuck() {
  const signals: AbortSignal[] = []
  const functions = {
    hang: (_payload: unknown, signal: AbortSignal) => {
      signals.push(signal)
      return new Promise(() => {})
    },
  }
  return { signals, functions }
}

test.for([
  ['a number', 5],
  ['an expression', '{% $states.input.s %}'],
] as const)(
  'TimeoutSeconds as %s ends a function that hangs, and tells it',
  async ([, seconds]) => {
    const { signals, functions } = stuck()
    const rig = await startRig({ functions })
    const before = rig.clock.now()
    const ended = await rig.run(machine({ A: invoke('hang', { TimeoutSeconds: seconds }) }), {
      s: 5,
    })
    expect(ended).toMatchObject({ status: 'FAILED', error: 'States.Timeout' })
    expect(rig.clock.now() - before).toBe(5_000)
    expect(signals.map((signal) => signal.aborted)).toEqual([true])
    const types = (await rig.history(ended.arn)).map((event) => event.type)
    expect(types.slice(-2)).toEqual(['TaskTimedOut', 'ExecutionFailed'])
  },
)

test('a timeout can be retried and caught', async () => {
  const { signals, functions } = stuck()
  const rig = await startRig({ functions })
  const { output } = await rig.run(
    machine({
      A: invoke('hang', {
        TimeoutSeconds: 5,
        Retry: [{ ErrorEquals: ['States.Timeout'], MaxAttempts: 1 }],
        Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }],
      }),
      B: { Type: 'Pass', Output: '{% $states.input.Error %}', End: true },
    }),
  )
  expect(output).toBe('States.Timeout')
  expect(signals).toHaveLength(2)
})

test.for([0, 1.5, '{% "5" %}', '{% -1 %}', '{% 100000000 %}'])(
  'TimeoutSeconds %j is refused',
  async (TimeoutSeconds) => {
    const rig = await startRig({ functions: { work: () => 1 } })
    const definition = machine({ A: invoke('work', { TimeoutSeconds }) })
    if (typeof TimeoutSeconds === 'number')
      expect(() => rig.service.createStateMachine({ name: 'm', definition })).toThrow(
        'TimeoutSeconds',
      )
    else expect(await rig.run(definition)).toMatchObject({ error: 'States.QueryEvaluationError' })
  },
)

test("the machine's TimeoutSeconds ends the execution as TIMED_OUT, and nothing of it continues", async () => {
  const { signals, functions } = stuck()
  const rig = await startRig({ functions })
  const before = rig.clock.now()
  const { arn, ...ended } = await rig.run(
    machine(
      {
        A: invoke('hang', { Catch: [{ ErrorEquals: ['States.ALL'], Next: 'B' }] }),
        B: { Type: 'Succeed' },
      },
      { TimeoutSeconds: 30 },
    ),
  )
  expect(ended).toEqual({ status: 'TIMED_OUT', error: 'States.Timeout' })
  expect(rig.clock.now() - before).toBe(30_000)
  expect(signals[0]?.aborted).toBe(true)
  expect((await rig.history(arn)).map((event) => event.type).slice(-2)).toEqual([
    'TaskStateAborted',
    'ExecutionTimedOut',
  ])
})

test('no timer remains when an execution has ended', async () => {
  const rig = await startRig({ functions: { work: () => 1 } })
  await rig.run(machine({ A: invoke('work', { TimeoutSeconds: 500 }) }, { TimeoutSeconds: 1_000 }))
  expect(rig.clock.timers()).toBe(0)
})

test('no timer remains of a callback with a heartbeat, nor of a process that was closed', async () => {
  const rig = await startRig({
    functions: {
      ask: ({ token }: { token: string }) =>
        void rig.client.send(new SendTaskSuccessCommand({ taskToken: token, output: '1' })),
    },
  })
  const ended = await rig.run(machine({ A: callback('ask', { HeartbeatSeconds: 60 }) }))
  expect(ended).toMatchObject({ status: 'SUCCEEDED' })
  expect(rig.clock.timers()).toBe(0)
  await rig.start(
    machine({ W: { Type: 'Wait', Seconds: 60, End: true } }, { TimeoutSeconds: 1_000 }),
  )
  await rig.clock.advance(0)
  expect(rig.clock.timers()).toBe(2)
  await rig.stop()
  expect(rig.clock.timers()).toBe(0)
})

test('the system clock does not fire a distant timer early', async () => {
  const days = 86_400_000
  let fired = false
  const cancel = callAt(systemClock, Date.now() + 60 * days, () => {
    fired = true
  })
  await new Promise<void>((resolve) => void callAt(systemClock, Date.now() + 5, resolve))
  cancel()
  expect(fired).toBe(false)
})

test('a timer of the system clock keeps no process alive', () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length
  const before = timers()
  const cancel = systemClock.setTimeout(() => {}, 60_000)
  expect(timers()).toBe(before)
  cancel()
})

test('a distant deadline does not keep the process alive after close', async () => {
  const module = join(import.meta.dirname, '../../../local/step-functions/start-step-functions.ts')
  const dataDir = tempDir()
  const definition = machine({ A: { Type: 'Wait', Seconds: 5_000_000, End: true } })
  const script = `
    const setup = ${JSON.stringify(new URL('../../setup/', import.meta.url).href)}
    const { operatorOnly } = await import(setup + 'account.ts')
    const { signedPost } = await import(setup + 'signed-post.ts')
    const { startStepFunctions } = await import(${JSON.stringify(module)})
    const service = await startStepFunctions({
      dataDir: ${JSON.stringify(dataDir)}, port: 0, region: '${region}', account: '${account}', access: operatorOnly(),
      invoke: async () => ({ payload: null }),
    })
    const { arn } = service.createStateMachine({ name: 'm', definition: ${JSON.stringify(definition)} })
    const headers = { 'x-amz-target': 'AWSStepFunctions.StartExecution' }
    const body = JSON.stringify({ stateMachineArn: arn })
    const answer = await signedPost(service.url, { service: 'states', region: '${region}', headers, body })
    if (!answer.ok) throw new Error(await answer.text())
    await service.close()
    process.stdout.write('closed')`
  const args = ['--input-type=module', '-e', script]
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { timeout: 240_000 })
  expect({ stdout, stderr }).toEqual({ stdout: 'closed', stderr: '' })
})
