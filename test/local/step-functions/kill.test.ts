import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  DescribeExecutionCommand,
  paginateGetExecutionHistory,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { startStepFunctions } from '../../../local/step-functions/start-step-functions.ts'
import { operatorOnly } from '../../setup/account.ts'
import { fewOrAll, sampled } from '../../setup/sampled.ts'
import { account, region } from './definitions.ts'
import { answerToken, killDefinition, killInvoke } from './kill-child.ts'
import { everyLeaving, killedLife } from './live.ts'
import { clientOf } from './rig.ts'

function callsIn(dataDir: string): string[] {
  try {
    return readFileSync(join(dataDir, 'calls.log'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

/** A second process on what the first left, to the end of the execution. */
async function secondLife(dataDir: string) {
  let ended = (): void => {}
  const end = new Promise<void>((resolve) => {
    ended = resolve
  })
  let endings = 0
  const service = await startStepFunctions({
    dataDir,
    port: 0,
    region,
    account,
    paused: true,
    access: operatorOnly(),
    invoke: killInvoke(dataDir, () => service.url),
    onStatusChange: (event) => {
      if (event.detail.status === 'RUNNING') return
      endings += 1
      ended()
    },
  })
  const client = clientOf(service.url)
  try {
    const { arn } = service.createStateMachine({ name: 'killed', definition: killDefinition })
    const start = new StartExecutionCommand({ stateMachineArn: arn, name: 'job', input: '{}' })
    const { executionArn } = await client.send(start).catch((thrown: Error) => {
      if (thrown.name !== 'ExecutionAlreadyExists') throw thrown
      return { executionArn: `${arn.replace('stateMachine', 'execution')}:job` }
    })
    service.resume()
    // The first process may have died between its function's answer and the answer of the token.
    const tokens = callsIn(dataDir).flatMap((call) => /"token":"([^"]+)"/.exec(call)?.[1] ?? [])
    for (const token of tokens) await answerToken(service.url, token, 'late')
    const described = () => client.send(new DescribeExecutionCommand({ executionArn }))
    if ((await described()).status === 'RUNNING') await end
    const types: string[] = []
    for await (const page of paginateGetExecutionHistory({ client }, { executionArn }))
      types.push(...(page.events ?? []).map((event) => event.type!))
    return { execution: await described(), types, endings }
  } finally {
    client.destroy()
    await service.close()
  }
}

function count(list: string[], of: string): number {
  return list.filter((each) => each === of).length
}

/** Continues what a first process left: only work under way is repeated, and the execution ends once. */
async function goesOn(dataDir: string): Promise<void> {
  const { execution, types, endings } = await secondLife(dataDir)
  const calls = callsIn(dataDir).map((call) => call.split(' ')[0]!)
  const output = JSON.parse(execution.output ?? 'null') as [string, string[], string, string]

  expect(execution.status).toBe('SUCCEEDED')
  expect(endings).toBeLessThanOrEqual(1)
  expect(count(types, 'ExecutionSucceeded')).toBe(1)
  expect(count(types, 'TaskSucceeded')).toBe(5)
  expect(count(types, 'MapIterationSucceeded')).toBe(2)
  expect(output.flat()).toHaveLength(5)
  expect(output[0]).toMatch(/^first#/)
  expect(output[1].map((answer) => answer.split('#')[0])).toEqual(['each', 'each'])
  expect(output[3]).toBe(`last#${calls.length}`)
  // Only work under way when the process died is repeated: one call, or the two of the Map.
  expect(calls.length - 5).toBeLessThanOrEqual(count(calls, 'each') > 2 ? 2 : 1)
}

// Before a commit, the work since the last one is lost; after it, nothing is.
test('interrupted around any commit, it continues and ends once', async () => {
  const left = await everyLeaving('kill-child.ts')
  expect(left.length).toBeGreaterThan(16)
  // Of those before a commit, and of those after one.
  const every = fewOrAll(9, 1)
  for (const dataDir of left.filter((_, at) => at % every === 0)) await goesOn(dataDir)
})

test.for(
  sampled(1, [
    ['after', 5],
    ['before', 11],
  ] as const),
)('killed just %s its commit %i, it goes on and ends once', async ([moment, commit]) =>
  goesOn(await killedLife('kill-child.ts', moment, commit)),
)
