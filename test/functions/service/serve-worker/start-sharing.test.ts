import { expect, test } from 'vitest'
import { startSharing } from '../../../../functions/service/serve-worker/start-sharing.ts'

/** An execution’s name has 80 characters at most (Step Functions API Reference, StartExecution). */
test('a workflow is named as its task, as far as a name may be long, and has a number for each segment', async () => {
  const started: unknown[] = []
  const start = async (...given: unknown[]) => {
    started.push(given)
    return 'started' as const
  }
  const id = `${'a'.repeat(80)}rest`
  await startSharing(id, 3, start as never)
  expect(started).toEqual([['a'.repeat(80), { task: id, segments: [0, 1, 2] }]])
  await expect(startSharing(id, 3, undefined)).rejects.toThrow('There is no workflow')
})
