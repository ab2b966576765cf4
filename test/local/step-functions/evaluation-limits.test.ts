import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createBoundedEvaluator } from '../../../local/step-functions/query/bounded-evaluator.ts'
import { seededRandom } from '../../../local/step-functions/query/functions.ts'
import { BranchStopped } from '../../../local/step-functions/state-error.ts'
import { fewOrAll, sampled } from '../../setup/sampled.ts'
import { account, machine, region } from './definitions.ts'
import { startRig, tempDir } from './rig.ts'

const limits = { ms: fewOrAll(600, 1_500), memoryMb: 64 }

function pass(output: string): object {
  return machine({ A: { Type: 'Pass', Output: `{% ${output} %}`, End: true } })
}

const EXPRESSIONS = [
  ['a list that outgrows the heap', '$map([1..1000000], function($n) { [$n..$n + 1000000] })'],
  ['a search without end in 16 characters', `$match("${'a'.repeat(32)}", /((a*)*)*b/)`],
  ['endless recursion', '($f := function($n) { $f($n + 1) }; $f(0))'],
  ['a text that doubles', '($f := function($t) { $f($t & $t & $random()) }; $f("a"))'],
  ['a long sort', '$sort([1..3000000], function($a, $b) { $random() > 0.5 })'],
  ['a search without end', `$match("${'a'.repeat(40)}!", /^(a+)+$/)`],
] as const

test.for(sampled(2, EXPRESSIONS))('%s fails its state and nothing else', async ([, expression]) => {
  const evaluator = createBoundedEvaluator({ limits })
  const rig = await startRig({ evaluator })
  const hostile = await rig.start(pass(expression))
  await expect.poll(() => rig.ended(hostile)).toBeDefined()
  expect(await rig.describe(hostile)).toMatchObject({
    status: 'FAILED',
    error: 'States.QueryEvaluationError',
    cause: expect.stringMatching(
      `did not finish within ${limits.ms} ms of the processor|needed more than 64 MB|threw an error during evaluation`,
    ),
  })
  const honest = await rig.start(pass('$sum([1..10])'))
  await expect.poll(() => rig.ended(honest)).toBeDefined()
  expect(await rig.describe(honest)).toMatchObject({ status: 'SUCCEEDED', output: '55' })
})

// What a busy machine has for others is not the expression's; a process that is stopped has nothing at all.
test('an expression may wait for the processor longer than it may take of it', async () => {
  const query = new URL('../../../local/step-functions/query/bounded-evaluator.ts', import.meta.url)
  const program = `
    const { createBoundedEvaluator } = await import(${JSON.stringify(query.href)})
    const evaluator = createBoundedEvaluator({ limits: { ms: 1500, memoryMb: 64 } })
    await evaluator.fill('{% 1 %}', {}, 'Output')
    const filled = evaluator.fill('{% $sum([1..200000].($ * 2)) %}', {}, 'Output')
    console.log('under way')
    // A thread without work keeps no process alive.
    console.log(await filled.catch((error) => error.message))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  const lines: string[] = []
  child.stdout.on('data', (data) => lines.push(...String(data).trim().split('\n')))
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGSTOP')
  await setTimeout(2_000)
  child.kill('SIGCONT')
  await ended
  expect(lines).toEqual(['under way', '40000200000'])
})

test('the clock and the randomness are those of the interpreter', async () => {
  const clock = { now: () => 1_000, setTimeout: () => () => {} }
  const evaluator = createBoundedEvaluator({ clock, random: () => 0.25 })
  onTestFinished(() => evaluator.close())
  const values = () => evaluator.fill(['{% [$millis(), $random(), $random()] %}'], {}, 'Output')
  const expected = [1_000, seededRandom(2 ** 30), seededRandom(2 ** 30 + 1)]
  expect(await Promise.all([values(), values()])).toEqual([[expected], [expected]])
})

test('who watches a slow expression is told when it is over', async () => {
  const evaluator = createBoundedEvaluator({ limits: { ms: 1_000, memoryMb: 512 } })
  onTestFinished(() => evaluator.close())
  const told: string[] = []
  const watch = { slow: () => told.push('slow'), over: () => told.push('over') }
  const endless = '{% ($f := function($n) { $f($n + 1) }; $f(0)) %}'
  const used = vi.spyOn(Worker.prototype, 'cpuUsage')
  used.mockResolvedValueOnce({ user: 300_000, system: 300_000 })
  used.mockResolvedValue({ user: 900_000, system: 900_000 })
  onTestFinished(() => used.mockRestore())
  const failing = expect(evaluator.fill(endless, {}, 'Output', watch)).rejects.toThrow('1000 ms')
  // What waits behind it gets a thread of its own.
  const next = evaluator.fill('{% 1 %}', {}, 'Output')
  await failing
  expect(told).toEqual(['slow', 'over'])
  expect(used).toHaveBeenCalledTimes(2)
  expect(await next).toBe(1)
})

test('a thread that ended while it had nothing to do is replaced, and none after the end', async () => {
  const evaluator = createBoundedEvaluator({ limits: { ms: 10_000, memoryMb: 64 } })
  onTestFinished(() => evaluator.close())
  const posted = vi.spyOn(Worker.prototype, 'postMessage')
  onTestFinished(() => posted.mockRestore())
  const told: string[] = []
  const watch = { slow: () => told.push('slow'), over: () => told.push('over') }
  const value = (text: string) => evaluator.fill(text, {}, 'Output', watch)
  expect(await Promise.all([value('{% 1 %}'), value('{% 2 %}')])).toEqual([1, 2])
  const [first, second] = posted.mock.contexts as Worker[]
  expect(first).toBe(second)
  await first!.terminate()
  expect(await value('{% 3 %}')).toBe(3)
  expect(posted.mock.contexts[2]).not.toBe(first)
  await evaluator.close()
  await expect(value('{% 4 %}')).rejects.toThrow(BranchStopped)
  // A busy machine may make an expression slow, and then it is over too.
  expect(told.length % 2).toBe(0)
})

test('an expression has 3 seconds of the processor, 120 by the clock, and is slow from 0.1', async () => {
  const evaluator = createBoundedEvaluator({})
  onTestFinished(() => evaluator.close())
  await evaluator.fill('{% 1 %}', {}, 'Output')
  const timers = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'setInterval')]
  onTestFinished(() => {
    for (const timer of timers) timer.mockRestore()
  })
  await evaluator.fill('{% 1 %}', {}, 'Output')
  const delays = timers.flatMap((timer) => timer.mock.calls.map(([, ms]) => ms))
  // What shares the process has timers of its own.
  expect(delays).toEqual(expect.arrayContaining([100, 120_000, 250]))
})

/** A process that is killed while its expression runs, as the system kills one that takes all the memory. */
async function killedProcess(dataDir: string): Promise<void> {
  const folder = new URL('../../../local/step-functions/', import.meta.url).href
  const program = `
    const folder = ${JSON.stringify(folder)}
    const setup = ${JSON.stringify(new URL('../../setup/', import.meta.url).href)}
    const { operatorOnly } = await import(setup + 'account.ts')
    const { signedPost } = await import(setup + 'signed-post.ts')
    const { startStepFunctions } = await import(folder + 'start-step-functions.ts')
    const { createBoundedEvaluator } = await import(folder + 'query/bounded-evaluator.ts')
    const evaluator = createBoundedEvaluator({})
    // Once it is noted that the expression is slow, however long a busy machine takes to come to it.
    const fill = (template, variables, field, watch) => {
      const slow = () => {
        watch.slow()
        process.kill(process.pid, 'SIGKILL')
      }
      return evaluator.fill(template, variables, field, { ...watch, slow })
    }
    const service = await startStepFunctions({
      dataDir: ${JSON.stringify(dataDir)}, port: 0, region: '${region}', account: '${account}', access: operatorOnly(),
      invoke: async () => ({ payload: null }),
      evaluator: { ...evaluator, fill },
    })
    const definition = ${JSON.stringify(pass('($f := function($n) { $f($n + 1) }; $f(0))'))}
    const { arn } = service.createStateMachine({ name: 'machine', definition })
    await signedPost(service.url, {
      service: 'states', region: '${region}',
      headers: { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
      body: JSON.stringify({ stateMachineArn: arn, name: 'job' }),
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
}

test('an execution whose expression took the process down twice fails at the next start', async () => {
  const dataDir = tempDir()
  const arn = `arn:aws:states:${region}:${account}:execution:machine:job`
  await killedProcess(dataDir)
  await killedProcess(dataDir)
  // Evaluated in this thread, the expression would never end if the execution went on.
  const rig = await startRig({ dataDir, evaluator: createBoundedEvaluator({ limits }) })
  await expect.poll(() => rig.ended(arn)).toBeDefined()
  expect(await rig.describe(arn)).toMatchObject({
    status: 'FAILED',
    error: 'States.Runtime',
    cause: expect.stringContaining('the process ended 2 times'),
  })
})
