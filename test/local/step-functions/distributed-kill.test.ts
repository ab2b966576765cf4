import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { fewOrAll, isEveryCaseTried } from '../../setup/sampled.ts'
import { distributedLife, items, notedCalls } from './distributed-kill-child.ts'
import { everyLeaving, killedLife } from './live.ts'
import { clientOf } from './rig.ts'

async function secondLife(dataDir: string) {
  let end = (): void => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const { service, executionArn } = await distributedLife(dataDir, () => end())
  const client = clientOf(service.url)
  try {
    const describe = () => client.send(new DescribeExecutionCommand({ executionArn }))
    if ((await describe()).status === 'RUNNING') await ended
    const { mapRuns = [] } = await client.send(new ListMapRunsCommand({ executionArn }))
    const { mapRunArn } = mapRuns[0]!
    const { executions = [] } = await client.send(new ListExecutionsCommand({ mapRunArn }))
    return { execution: await describe(), mapRuns, executions }
  } finally {
    client.destroy()
    await service.close()
  }
}

/** Continues what a first process left: each child is started once, and the map run ends. */
async function goesOn(dataDir: string): Promise<void> {
  const { execution, mapRuns, executions } = await secondLife(dataDir)
  expect(execution.status).toBe('SUCCEEDED')
  expect(JSON.parse(execution.output ?? '')).toEqual(Array.from({ length: items }, (_, n) => n))
  expect(mapRuns).toHaveLength(1)
  expect(executions).toHaveLength(items)
  expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['SUCCEEDED']))
  // Calls under way when the process died are repeated: at most MaxConcurrency children.
  expect(notedCalls(dataDir).length).toBeLessThanOrEqual(items + 2)
}

test('a map run interrupted around any commit starts each child once and ends', async () => {
  const left = await everyLeaving('distributed-kill-child.ts')
  expect(left.length).toBeGreaterThan(16)
  // Of those before a commit, and of those after one.
  const every = fewOrAll(9, 1)
  for (const dataDir of left.filter((_, at) => at % every === 0)) await goesOn(dataDir)
})

test.runIf(isEveryCaseTried())('a map run killed right after a commit continues', async () =>
  goesOn(await killedLife('distributed-kill-child.ts', 'after', 16)),
)
