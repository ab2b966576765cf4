import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { dropLong } from './drop-long.ts'
import { eventually } from './eventually.ts'
import { type Mortal, startMortal } from './kill-loop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readReceipt } from './read-job.ts'

/** Starts a run of a kind that `noop-process.ts` knows in a process of its own, until the test ends. */
export async function startOwn(kind: string): Promise<Mortal> {
  const dataDir = mkdtempSync(join(tmpdir(), 'darkroom-long-'))
  const mortal = await startMortal(dataDir, kind)
  onTestFinished(async () => {
    await mortal.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return mortal
}

/** A recipe for a video of five seconds. */
export function watercolour(transfer: 'url' | 'upload'): object {
  return {
    transfer,
    // One of the two is marked as edited on its way.
    output: { mark: transfer === 'upload' },
    steps: [
      { feature: 'video-trans', parameters: { template_id: 'watercolour', dst_duration: 8 } },
    ],
  }
}

/** Sends a video of so many bytes through a run of the kind `streaming`, and checks that every byte came through. */
export async function streamVideo(
  { run, said }: Pick<Mortal, 'run' | 'said'>,
  transfer: 'url' | 'upload',
  bytes: number,
): Promise<void> {
  const recipe = `${transfer}-${bytes}`
  await putRecipe(run, recipe, watercolour(transfer))
  const { job, size, sha256 } = await dropLong(run, recipe, bytes)
  const { failure, results = [] } = await endedJob(run, job, 200_000)
  expect(failure).toBeUndefined()
  // The job can end before the output of the process has come through its pipe.
  await eventually('both lines', () => (said.length < 2 ? undefined : said))
  const [read, written] = said.splice(0)
  expect(read).toBe(`read ${size} ${sha256}`)
  const [result] = results
  if (transfer === 'url') expect(`written ${result?.size} ${result?.sha256}`).toBe(written)
  else expect(result?.digitalSource).toBe('algorithmicallyEnhanced')
  // The ETag of an object uploaded in parts is no hash of its bytes.
  const { source, steps, cost } = await readReceipt(run, job)
  expect(source).toMatchObject({ sha256, etag: expect.stringMatching(/-\d+$/) })
  // Only the service knows the length of the result: five seconds of the requested eight.
  const [task] = steps.flatMap(({ tasks }) => tasks)
  expect(task?.charge).toEqual({ units: 20, seconds: 5 })
  expect(cost).toMatchObject({ units: 20, estimated: false })
}
