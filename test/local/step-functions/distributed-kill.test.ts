import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import {
  DescribeExecutionCommand,
  ListExecutionsCommand,
  ListMapRunsCommand,
} from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { distributedLife, items, notedCalls } from './distributed-kill-child.ts'
import { clientOf, tempDir } from './rig.ts'

const child = join(import.meta.dirname, 'distributed-kill-child.ts')

/** A life that kills itself around its n-th commit; false when it had fewer and ended by itself. */
async function killedLife(dataDir: string, moment: string, commit: number): Promise<boolean> {
  const life = spawn(process.execPath, [child, dataDir, moment, String(commit)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [code, signal] = await once(life, 'exit')
  expect([code, signal]).toEqual(signal ? [null, 'SIGKILL'] : [0, null])
  return signal === 'SIGKILL'
}

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

test.for([
  ['before', 4],
  ['after', 5],
] as const)(
  'a map run killed just %s its commits (every %i) starts each child once and ends',
  async ([moment, step]) => {
    let lives = 0
    for (let commit = 1; ; commit += step) {
      const dataDir = tempDir()
      const killed = await killedLife(dataDir, moment, commit)
      const { execution, mapRuns, executions } = await secondLife(dataDir)
      expect(execution.status).toBe('SUCCEEDED')
      expect(JSON.parse(execution.output ?? '')).toEqual(Array.from({ length: items }, (_, n) => n))
      expect(mapRuns).toHaveLength(1)
      expect(executions).toHaveLength(items)
      expect(new Set(executions.map(({ status }) => status))).toEqual(new Set(['SUCCEEDED']))
      // What was under way when the process died is called again: at most MaxConcurrency children.
      expect(notedCalls(dataDir).length).toBeLessThanOrEqual(items + 2)
      if (!killed) break
      lives += 1
    }
    expect(lives).toBeGreaterThan(4)
  },
)
