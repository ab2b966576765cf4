import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OpenedPipeline } from '../../../bin/connection/pipeline-clients.ts'
import { dropFile } from '../../../bin/drop/drop-file.ts'
import { drawTimeline } from '../../../bin/jobs/draw-timeline.ts'
import { openResult } from '../../../bin/jobs/fetch-result.ts'
import { followJob } from '../../../bin/jobs/follow-job.ts'
import { listJobs } from '../../../functions/operate/jobs/list-jobs.ts'
import { readTimeline } from '../../../functions/operate/timeline/read-timeline.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe } from '../../stack/put-recipe.ts'
import { endedJob } from '../../stack/read-job.ts'
import type { Run } from '../../stack/start-run.ts'
import { onePersonPicture } from '../../stack/test-pictures.ts'
import { sharedBench } from '../shared-bench.ts'

let run: Run
let bench: OpenedPipeline
beforeAll(async () => {
  ;({ run, bench } = await sharedBench())
})

async function pictureFile(): Promise<{ path: string; png: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-workbench-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'photo é+%25.png')
  const { png } = await onePersonPicture()
  writeFileSync(path, png)
  return { path, png }
}

async function follow(path: string, recipe: string) {
  const key = `drop/${recipe}/${basename(path)}`
  const { job } = await dropFile({ path, key }, recipe, bench)
  const out = new PassThrough() as unknown as typeof process.stderr
  return followJob(bench, job, { out })
}

test('a file that is dropped, followed, fetched, listed and drawn', async () => {
  run.around('service/run-task', noopWorker())
  await putRecipe(run, 'hopeless', { steps: [] })
  const steps = [{ feature: 'body-reshape', parameters: { features: { slim: -30 } } }]
  await putRecipe(run, 'unmarked', { steps, output: { mark: false } })
  const { path, png } = await pictureFile()
  // Other suites drop into the same run.
  const since = new Date()

  const done = await follow(path, 'unmarked')
  expect(done.status).toBe('succeeded')
  expect((await buffer(await openResult(bench, done))).equals(png)).toBe(true)
  const failed = await follow(path, 'hopeless')
  expect(failed.status).toBe('failed')
  // Their records are written within their last states.
  for (const { id } of [done, failed]) await endedJob(run, id)

  const ids = async (filter: Partial<Parameters<typeof listJobs>[1]>) =>
    (await listJobs(bench, { limit: 10, since, ...filter })).map(({ id }) => id)
  expect(await ids({})).toEqual([failed.id, done.id])
  expect(await ids({ limit: 1 })).toEqual([failed.id])
  expect(await ids({ states: ['succeeded'] })).toEqual([done.id])
  expect(await ids({ recipe: 'hopeless' })).toEqual([failed.id])
  expect(await ids({ since: new Date() })).toEqual([])

  const timeline = await readTimeline(bench, done.id)
  expect(timeline.map(({ state, target, open }) => [state, target, open])).toEqual([
    ['PreProcess', undefined, false],
    ['ChooseTarget', undefined, false],
    ['EachTarget', undefined, false],
    ['CreateTask', 0, false],
    ['MoreSteps', undefined, false],
    ['Deliver', undefined, false],
  ])
  const [step] = done.trail?.steps ?? []
  expect(timeline.flatMap(({ task }) => task ?? [])).toEqual([
    step?.detection,
    step?.tasks[0]?.taskId,
  ])
  expect(timeline[0]?.stretches.map(({ kind }) => kind)).toEqual(['work', 'wait'])
  const drawing = drawTimeline(timeline, 70)
  expect(drawing[0]).toMatch(/^PreProcess .* s {2}█*░+$/)
  for (const line of drawing.slice(0, timeline.length)) expect(line.length).toBeLessThanOrEqual(70)

  expect((await readTimeline(bench, failed.id)).at(-1)).toMatchObject({ state: 'Failed' })
  expect(await readTimeline(bench, 'job-unknown')).toEqual([])
})
