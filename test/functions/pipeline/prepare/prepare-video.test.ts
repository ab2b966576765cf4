import { expect, test } from 'vitest'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { type PrepareDeps, prepare } from '../../../../functions/pipeline/prepare/prepare.ts'

const SIDES = { width: 80, height: 40, bytes: 9, seconds: 5, frames: 150 }
const VIDEO = { source: { ...SIDES, rotation: 0 }, sent: SIDES }
const NOTHING = { step: 0, key: null, preparation: null, restores: false }
const MADE = { ...NOTHING, key: 'prepared/job-1/0.mp4', video: VIDEO }

/** What preparing the video of a step gives, whose task ended in this error where one is given. */
async function prepared(made: object | undefined, error?: string) {
  const steps = [{ feature: 'video-trans', parameters: { template_id: 'ink', dst_duration: 3 } }]
  const source = { bucket: 'drop', key: 'drop/ink/a.mov', version: 'v1', size: 10 }
  const recipe = { name: 'ink', plan: parseRecipe({ steps }) }
  let pictures = 0
  const deps = {
    jobs: { get: async () => ({ id: 'job-1', status: 'running', source, recipe }) },
    objects: { open: async () => ({ body: 'source' }), write: async () => {} },
    provider: { status: async () => ({ task_status: 'error', error }) },
    videos: { prepare: async () => made },
    pictures: { prepare: async () => void pictures++ },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
  } as unknown as PrepareDeps
  const refused = error !== undefined && {
    tasks: [{ index: 0, taskId: 'task-1' }],
    targets: [],
    succeeded: false,
  }
  const input = { job: 'job-1', step: 0, previous: null, ...(refused && { refused }) }
  const given = await prepare(input, deps).catch((thrown: unknown) => thrown)
  return { given, pictures }
}

test('a video that does not meet its rule is prepared, and one that does is left as it is', async () => {
  expect(await prepared(VIDEO)).toEqual({ given: MADE, pictures: 0 })
  expect(await prepared(undefined)).toEqual({ given: NOTHING, pictures: 0 })
})

test('a video that the service refused is prepared where that may help, or the refusal told', async () => {
  const unsupported = 'error_unsupported_video'
  expect((await prepared(VIDEO, unsupported)).given).toEqual(MADE)
  expect((await prepared(undefined, unsupported)).given).toMatchObject({ code: 'TaskFailed' })
  const broke = await prepared(VIDEO, 'error_nsfw_content_detected')
  expect(broke.given).toMatchObject({ code: 'TaskFailed' })
})
