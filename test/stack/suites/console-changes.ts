import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type {
  BatchFilesAnswer,
  BatchItemsAnswer,
  FailureGroup,
  JobsAnswer,
} from '../../../catalog/console/wire.ts'
import { Fault } from '../../../catalog/failures/fault.ts'
import { endedBatch, putObject } from '../batches.ts'
import { signedIn } from '../console-browser.ts'
import { drop } from '../drop.ts'
import { eventually } from '../eventually.ts'
import { noopEngine, noopWorker } from '../noop-worker.ts'
import { putRecipe, slimRecipe } from '../put-recipe.ts'
import { endedJob } from '../read-job.ts'
import { sharedRun } from '../shared-run.ts'
import type { Run } from '../start-run.ts'
import { onePersonPicture } from '../test-pictures.ts'

let run: Run
let png: Uint8Array
beforeAll(async () => {
  run = await sharedRun('console')
  png = (await onePersonPicture()).png
  await putRecipe(run, 'slim', slimRecipe())
})

const hidden = new Fault('pose', 'The hips are not shown.')

type Begun = { batch: string; key: string; files: number }

/** An operator who looks, and who changes things that must work. */
async function operator() {
  const { ask, read } = await signedIn(run.at.consoleUrl)
  const change = async <Answer>(path: string, body: object = {}): Promise<Answer> => {
    const answer = await ask('POST', path, body)
    const said = (await answer.json()) as Answer
    expect([answer.status, said]).toEqual([200, expect.anything()])
    return said
  }
  return { ask, read, change }
}

test('a job is stopped with its task, and a batch is begun, stopped and let go on', async () => {
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  run.around(
    'service/run-task',
    noopWorker(() => ({
      perform: async (request, ...rest) => {
        if (request.stage === 'effect') {
          begun.resolve()
          await held.promise
        }
        return await noopEngine(1)(request, ...rest)
      },
    })),
  )
  onTestFinished(() => held.resolve())
  const { ask, read, change } = await operator()
  const { job } = await drop(run, png, 'drop/slim/held.png')
  await begun.promise
  const both = { stopped: [expect.any(String)], runsOn: false }
  expect(await change(`/jobs/${job}/stop`)).toEqual(both)
  expect((await endedJob(run, job)).failure?.code).toBe('JobAborted')

  for (const name of ['a/one.png', 'b/two.png']) await putObject(run, `files/held/${name}`, png)
  const asked = { prefix: 'files/held/', recipe: 'slim' }
  const { batch, files } = await change<Begun>('/batches', asked)
  expect(files).toBe(2)
  await eventually('the jobs of the batch', async () => {
    const { jobs } = await read<JobsAnswer>('/jobs?state=running')
    return jobs.length === 2 || undefined
  })
  expect(await change(`/batches/${batch}/stop`)).toEqual({ batch })
  expect(await endedBatch(run, batch)).toMatchObject({ status: 'failed' })
  const stopped = await ask('POST', `/batches/${batch}/stop`)
  expect([stopped.status, await stopped.json()]).toEqual([
    409,
    {
      error: `Only a running batch can be stopped; ${batch} failed.`,
      error_code: 'StateConflict',
    },
  ])
  held.resolve()
  expect(await change(`/batches/${batch}/redrive`)).toEqual({ batch, how: 'resumed' })
  expect(await endedBatch(run, batch)).toMatchObject({ succeeded: 2, failed: 0 })
  const { batches } = await read<{ batches: { id: string }[] }>('/batches')
  expect(batches.map(({ id }) => id)).toContain(batch)
  expect((await read<{ batch: object }>(`/batches/${batch}`)).batch).not.toHaveProperty('entry')
  const { files: linked } = await read<BatchFilesAnswer>(`/batches/${batch}/files`)
  expect(linked.map(({ source }) => source)).toEqual([
    'files/held/a/one.png',
    'files/held/b/two.png',
  ])
})

test('a batch that failed by itself begins anew, and names what failed for which reason', async () => {
  run.around(
    'service/run-task',
    noopWorker(() => ({
      perform: async (request, ...rest) => {
        const { src } = request.files
        if (src instanceof Uint8Array && src.length < 100) throw hidden
        return await noopEngine(1)(request, ...rest)
      },
    })),
  )
  await putObject(run, 'files/mixed/good.png', png)
  await putObject(run, 'files/mixed/text.png', 'no picture')
  const { ask, read, change } = await operator()
  const nothing = await ask('POST', '/batches', { prefix: 'files/none/', recipe: 'slim' })
  expect([nothing.status, await nothing.json()]).toMatchObject([
    400,
    { error: 'There is no file below files/none/.' },
  ])
  const asked = { prefix: 'files/mixed/', recipe: 'slim', tolerate: 0, refusalsCount: true }
  const { batch } = await change<Begun>('/batches', asked)
  expect(await endedBatch(run, batch)).toMatchObject({ status: 'failed', refused: 1 })
  const anew = await change<{ batch: string; how: string }>(`/batches/${batch}/redrive`, {
    tolerate: 100,
  })
  expect(anew).toEqual({ batch: expect.not.stringMatching(batch), how: 'anew' })
  expect(await endedBatch(run, anew.batch)).toMatchObject({ status: 'succeeded', succeeded: 1 })
  const { items } = await read<BatchItemsAnswer>(`/batches/${anew.batch}/items?state=refused`)
  expect(items.map(({ key }) => key)).toEqual(['files/mixed/text.png'])
  const [refused] = items
  const led = await ask('GET', `/files/${refused?.job}/source`)
  expect(await (await fetch(String(led.headers.get('location')))).text()).toBe('no picture')
  const overrides = { steps: [{ target: 'leftmost' }] }
  const { attempt } = await change<{ attempt: string }>(`/jobs/${refused?.job}/retry`, {
    overrides,
  })
  expect((await endedJob(run, attempt)).recipe.changes).toBe(JSON.stringify(overrides))
  const { groups } = await read<{ groups: FailureGroup[] }>(`/batches/${anew.batch}/failures`)
  expect(groups).toMatchObject([{ count: 1, examples: [{ key: 'files/mixed/text.png' }] }])
  expect(groups[0]?.message).toContain(hidden.message)
})
