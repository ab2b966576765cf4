import { expect, test } from 'vitest'
import type { JobStep } from '../../../../../functions/pipeline/core/steps/load-step.ts'
import {
  type ResolveSourceDeps,
  resolveSource,
  type SourceChoice,
  sourceField,
} from '../../../../../functions/pipeline/core/steps/resolve-source.ts'

/** The third step; each names an index. */
const AT = {
  job: { id: 'job-1', source: { bucket: 'drops', key: 'a.jpg', version: 'v1' } },
  plan: {
    transfer: 'url',
    steps: ['index:1', 'index:2', 'index:7', 'index:8'].map((target) => ({ target })),
  },
  index: 2,
} as unknown as JobStep
const PREVIOUS = { taskId: 'task-1', feature: 'body-reshape' }

/** The URL of a step's source, where the task of the step before has this status. */
async function resolved(choice: SourceChoice, status: object = {}) {
  const deps = {
    objects: {
      presign: async ({ bucket, key }: { bucket: string; key: string }) => `${bucket}/${key}`,
      head: async () => ({}),
    },
    provider: { status: async () => status },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
    now: () => 0,
  } as unknown as ResolveSourceDeps
  return sourceField(await resolveSource(AT, choice, deps))
}

test('the source is what was prepared, else what the step before made, else the dropped object', async () => {
  const made = { task_status: 'success', results: { url: 'https://made' } }
  const prepared = { step: 2, key: 'prepared/a' } as never
  const restored = { key: 'restored/a' } as never
  expect(await resolved({ previous: null })).toEqual({ src_file_url: 'drops/a.jpg' })
  expect(await resolved({ previous: PREVIOUS }, made)).toEqual({ src_file_url: 'https://made' })
  expect(await resolved({ previous: { ...PREVIOUS, restored } })).toEqual({
    src_file_url: 'results/restored/a',
  })
  expect(await resolved({ previous: PREVIOUS, prepared })).toEqual({
    src_file_url: 'results/prepared/a',
  })
})

test('who is missing in the result of the step before is whom that step was for', async () => {
  const status = { task_status: 'error', error: 'PHOTO_DETECTION_FAIL' }
  await expect(resolved({ previous: PREVIOUS }, status)).rejects.toMatchObject({
    code: 'TargetMissing',
    message: expect.stringContaining('index 2,'),
  })
})
