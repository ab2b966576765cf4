import { expect } from 'vitest'
import { type Dropped, drop } from '../stack/drop.ts'
import { eventually } from '../stack/eventually.ts'
import { noopWorker } from '../stack/noop-worker.ts'
import { endedJob, readJob, readReceipt } from '../stack/read-job.ts'
import type { Run } from '../stack/start-run.ts'

/**
 * Drops a picture under a key, and another one over it before the first is developed, in a bucket that keeps no
 * versions. Expects a job for each write, of which the newest is developed.
 */
export async function overwriteDropped(
  run: Run,
  key: string,
  { before, after }: { before: Buffer; after: Buffer },
): Promise<{ first: Dropped; second: Dropped }> {
  let second: Dropped | undefined
  const worker = noopWorker()
  run.around('service/run-task', async (call, next) => {
    await eventually('the newer job', () => second && readJob(run, second.job))
    return worker(call, next)
  })
  const first = await drop(run, before, key)
  await eventually('the first job', () => readJob(run, first.job))
  second = await drop(run, after, key)
  const ended = await Promise.all([endedJob(run, first.job), endedJob(run, second.job)])
  expect(ended.map(({ status, failure }) => [status, failure?.code])).toEqual([
    ['failed', 'Superseded'],
    ['succeeded', undefined],
  ])
  expect((await readReceipt(run, second.job)).source).toMatchObject({ size: after.length })
  return { first, second }
}
