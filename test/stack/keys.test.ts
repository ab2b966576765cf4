import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { onePerson } from '../../local/pictures/one-person.ts'
import { drop } from './drop.ts'
import { noopWorker } from './noop-worker.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

let run: Run
const worker = noopWorker()
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run?.close())
beforeEach(() => run.around('service/run-task', worker))

test.each([
  ['drop/slim/../up.png', 'upload'],
  ['drop/slim/a/../../b.png', 'upload'],
  ['drop/slim/a/./here.png', 'upload'],
  ['drop/slim/a/..', 'upload'],
  ['drop/slim/a//empty.png', 'url'],
  ['drop/slim/%2e%2e/encoded.png', 'url'],
  ['drop/slim/a%2F..%2Fb.png', 'url'],
  ['drop/slim/.../three.png', 'url'],
])('%s goes the whole way, byte by byte, by %s', async (key, transfer) => {
  const { png } = await onePerson()
  const { job: id } = await drop(run, png, key)
  const job = await endedJob(run, id)
  expect(job.failure).toBeUndefined()
  const receipt = await readReceipt(run, id)
  expect(receipt.source.key).toBe(key)
  expect(receipt.transfer).toBe(transfer)
  // The effect gives back the very picture it was given, so the result shows which one that was.
  const [result] = receipt.results
  const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
  const hash = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex')
  expect(hash(bytes)).toBe(hash(png))
})
