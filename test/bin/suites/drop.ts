import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import type { OpenedPipeline } from '../../../bin/connection/pipeline-clients.ts'
import { dropFile } from '../../../bin/drop/drop-file.ts'
import { findFiles } from '../../../bin/drop/find-files.ts'
import { endStatus } from '../../../bin/jobs/end-status.ts'
import { fetchInto } from '../../../bin/jobs/fetch-result.ts'
import { followJob } from '../../../bin/jobs/follow-job.ts'
import { followJobs } from '../../../bin/jobs/follow-jobs.ts'
import { endedIn } from '../../../catalog/failures/ended-in.ts'
import {
  describeMissing,
  missingCompanions,
} from '../../../functions/operate/drops/missing-companions.ts'
import { planDrop } from '../../../functions/operate/drops/plan-drop.ts'
import { groupFailures } from '../../../functions/operate/jobs/group-failures.ts'
import { readJob } from '../../../functions/operate/jobs/read-job.ts'
import { loadRecipe } from '../../../functions/operate/recipes/load-recipe.ts'
import { eventually } from '../../stack/eventually.ts'
import { noopWorker } from '../../stack/noop-worker.ts'
import { putRecipe, slimRecipe } from '../../stack/put-recipe.ts'
import type { Run } from '../../stack/start-run.ts'
import { onePersonPicture } from '../../stack/test-pictures.ts'
import { sharedBench } from '../shared-bench.ts'

let run: Run
let clients: OpenedPipeline
let png: Buffer
beforeAll(async () => {
  ;({ run, bench: clients } = await sharedBench())
  ;({ png } = await onePersonPicture())
})

function folderWith(...names: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'darkroom-drop-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of names) writeFileSync(join(folder, name), png)
  return folder
}

async function plan(name: string, paths: string[], companionsLater = false) {
  const recipe = await loadRecipe(name, { s3: clients.s3, bucket: clients.at.dropBucket })
  const { files } = await findFiles(paths)
  return planDrop({ name, recipe, files, companionsLater }, clients)
}

function collecting() {
  const out = new PassThrough()
  const text: string[] = []
  out.on('data', (part) => text.push(String(part)))
  return { out: out as unknown as typeof process.stderr, text: () => text.join('') }
}

test('a folder is dropped, followed and fetched under readable names', async () => {
  run.around('service/run-task', noopWorker())
  const folder = folderWith('a.png', 'b.png')
  const { sources, units } = await plan('slim', [folder])
  expect(units).toEqual({ least: 2, most: 2 })
  const jobs = await Promise.all(sources.map((file) => dropFile(file, 'slim', clients)))
  const { out, text } = collecting()
  const results = folderWith('a.png')
  const named = jobs.map(({ job }, at) => ({ job, name: sources[at]?.name ?? '' }))
  const ended = await followJobs(clients, named, {
    out,
    ended: async ({ results: [result] = [] }) => {
      if (result)
        await fetchInto(clients, { ...result, folder: results, name: basename(result.key) })
    },
  })
  expect(ended.map(({ status }) => status)).toEqual(['succeeded', 'succeeded'])
  expect(text()).toContain(`✓ ${sources[0]?.name}  succeeded`)
  expect(readdirSync(results).sort()).toEqual(['a (2).png', 'a.png', 'b.png'])
})

test('a recipe that does not exist is refused with the nearest name', async () => {
  await expect(plan('slimm', [folderWith('a.png')])).rejects.toThrow(
    'There is no recipe "slimm". Did you mean slim?',
  )
})

const MASKED = {
  steps: [
    {
      feature: 'obj-replace',
      parameters: { prompt: 'nothing' },
      inputs: { msk: { companion: '{stem}.mask.png' } },
    },
  ],
  companionSeconds: 3600,
}

test('a missing companion is named before anything is uploaded, and while a job waits for it', async () => {
  await putRecipe(run, 'masked', MASKED)
  const folder = folderWith('a.png')
  await expect(plan('masked', [folder])).rejects.toThrow('needs a.mask.png beside it')
  const { sources } = await plan('masked', [folder], true)
  const { job } = await dropFile(sources[0] ?? { path: '', key: '' }, 'masked', clients)
  const record = await eventually('its record', async () => readJob(clients, job))
  const missing = await missingCompanions(clients, record)
  expect(missing?.keys).toEqual([sources[0]?.key.replace('a.png', 'a.mask.png')])
  expect(missing && describeMissing(missing)).toMatch(/a\.mask\.png" since .* s are left$/)
  const { out, text } = collecting()
  await expect(followJob(clients, job, { out, limitMs: 500 })).rejects.toThrow('has not ended')
  expect(text()).toContain('a.mask.png')

  const again = await plan('masked', [folder], true)
  expect(again.warnings).toEqual([
    `${sources[0]?.key} supersedes the file whose job ${job} still runs.`,
  ])
  const both = folderWith('a.png', 'a.mask.png')
  const planned = await plan('masked', [both])
  expect(planned.companions.map(({ name }) => name)).toEqual([
    expect.stringContaining('a.mask.png'),
  ])
  expect(planned.sources).toHaveLength(1)
})

test('a file that a recipe names is asked for before anything is uploaded', async () => {
  await putRecipe(run, 'before-it', {
    steps: [{ feature: 'bg-replace-vid', inputs: { ref: { object: 'inputs/beach.png' } } }],
  })
  const folder = folderWith('a.png')
  await expect(plan('before-it', [join(folder, 'a.png')])).rejects.toThrow(
    'needs inputs/beach.png in the bucket. Put it there: darkroom recipes input FILE --name beach.png',
  )
  await dropFile({ path: join(folder, 'a.png'), key: 'inputs/beach.png' }, '', clients)
  expect((await plan('before-it', [join(folder, 'a.png')])).sources).toHaveLength(1)
})

test('a video beside pictures is left out before it is uploaded, unless it would come back', async () => {
  const folder = folderWith('a.png')
  const clip = join(folder, 'clip.mov')
  writeFileSync(clip, Buffer.from('\0\0\0\x14ftypqt  \0\0\0\0', 'latin1'))
  const { sources, left, units } = await plan('slim', [folder])
  expect(sources.map(({ name }) => basename(name))).toEqual(['a.png'])
  expect(left).toEqual([{ path: clip, why: 'is a video, and body-reshape works on pictures' }])
  expect(units).toEqual({ least: 1, most: 1 })
  rmSync(join(folder, 'a.png'))
  await expect(plan('slim', [folder])).rejects.toThrow('clip.mov is a video')
  await putRecipe(run, 'whole', { ...slimRecipe(), onRefusal: 'original' })
  expect((await plan('whole', [folder])).sources).toHaveLength(1)
})

test('failures are grouped by their reason, whatever numbers are in it', () => {
  const failed = (id: string, message: string) =>
    ({
      id,
      source: { key: `drop/${id}` },
      failure: { code: 'TaskFailed', state: 'PreProcess', message, retryable: false },
    }) as never
  const groups = groupFailures([
    failed('a', 'The face is 90 px wide.'),
    failed('b', 'Nobody is in it.'),
    failed('c', 'The face is 12.5 px wide.'),
  ])
  expect(groups.map(({ jobs, message }) => [jobs, message])).toEqual([
    [['a', 'c'], 'The face is 90 px wide.'],
    [['b'], 'Nobody is in it.'],
  ])
})

test('what broke comes before what did not suit, however often that was', () => {
  const group = (id: string, code: string) =>
    ({
      id,
      source: { key: id },
      failure: { code, state: 's', message: '', retryable: false },
    }) as never
  const groups = groupFailures([
    group('a', 'NoTarget'),
    group('b', 'NoTarget'),
    group('c', 'TaskBroke'),
  ])
  expect(groups.map(({ jobs, refused }) => [jobs, refused])).toEqual([
    [['c'], false],
    [['a', 'b'], true],
  ])
})

test('neither the state that told of a failure nor the names of objects part a reason', () => {
  const failed = (id: string, state: string, message: string) =>
    ({
      id,
      source: { key: `drop/${id}` },
      failure: { code: 'RightMissing', state, message, retryable: true },
    }) as never
  const groups = groupFailures([
    failed('a', 'Prepare', 'No right to s3:GetObject on arn:aws:s3:::drop/files/a.jpg.'),
    failed('b', 'CreateTask', 'No right to s3:GetObject on arn:aws:s3:::drop/files/sub/b.heic.'),
    failed('c', 'Prepare', 'No right to kms:Decrypt on arn:aws:kms:eu:1:key/4.'),
  ])
  expect(groups.map(({ jobs, state }) => [jobs, state])).toEqual([
    [['a', 'b'], 'Prepare'],
    [['c'], 'Prepare'],
  ])
})

test('the status tells what failed from what was refused', () => {
  const succeeded = { status: 'succeeded' }
  const refused = {
    status: 'failed',
    failure: { code: 'TaskFailed', message: `${endedIn('error_src_face_too_small')} It is.` },
  }
  const failed = { status: 'failed', failure: { code: 'TaskBroke', message: 'It broke.' } }
  expect(endStatus([succeeded, { status: 'parked' }])).toBe(0)
  // It came back as it was.
  expect(endStatus([{ status: 'refused' }])).toBe(0)
  expect(endStatus([succeeded, refused])).toBe(3)
  expect(endStatus([refused, failed])).toBe(1)
  expect(endStatus([succeeded, { status: 'unfinished' }])).toBe(1)
})
