import { expect, onTestFinished, test } from 'vitest'
import {
  createDefinitionReader,
  createEngine,
} from '../../../local/step-functions/interpreter/create-engine.ts'
import { createEvaluator } from '../../../local/step-functions/query/evaluator.ts'
import { queryFunctions } from '../../../local/step-functions/query/functions.ts'
import { createExecution } from '../../../local/step-functions/run/create-execution.ts'
import { endRun } from '../../../local/step-functions/run/end-run.ts'
import { openStore } from '../../../local/step-functions/store/open-store.ts'
import { account, machine, region } from './definitions.ts'
import { tempDir } from './rig.ts'
import { virtualClock } from './virtual-clock.ts'

/** An execution that waits for an hour, in an engine without an endpoint. */
async function waiting() {
  const clock = virtualClock()
  const random = () => 0.5
  const evaluator = createEvaluator(queryFunctions(clock, random))
  const store = openStore(tempDir())
  onTestFinished(() => store.close())
  const engine = createEngine({
    store,
    clock,
    random,
    evaluator,
    machineOf: createDefinitionReader({ store, evaluator }),
    invoke: () => Promise.reject(new Error('Nothing is invoked here.')),
    region,
    account,
    objectsOf: undefined,
    roles: new Map(),
    requireRight: () => {},
  })
  const arn = `arn:aws:states:${region}:${account}:stateMachine:waits`
  const definition = machine({ W: { Type: 'Wait', Seconds: 3600, End: true } })
  store.machines.save(arn, 'waits', JSON.stringify(definition), clock.now())
  const input = { name: 'one', input: '{}' }
  const row = createExecution(engine, store.machines.find(arn)!, 'W', input)
  const run = engine.runs.get(row.arn)!
  await clock.advance(1000)
  return { engine, store, row, run }
}

test('a run that has ended is no run any more, and ends once', async () => {
  const { engine, store, row, run } = await waiting()
  let told = 0
  engine.children.set(row.id, () => told++)
  endRun(run.root!, { status: 'ABORTED', error: 'Stopped', cause: 'by a test' })
  expect([run.over, run.abort.signal.aborted, engine.runs.size, told]).toEqual([true, true, 0, 1])
  const ended = store.executions.find(row.arn)
  expect(ended).toMatchObject({ status: 'ABORTED', error: 'Stopped', cause: 'by a test' })
  endRun(run.root!, { status: 'FAILED', error: 'Late' })
  expect(store.executions.find(row.arn)).toEqual(ended)
  expect(told).toBe(1)
})
