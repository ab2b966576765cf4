import { expect, test } from 'vitest'
import { endedIn } from '../../../../catalog/failures/ended-in.ts'
import { Fault } from '../../../../catalog/failures/fault.ts'
import { parseRecipe } from '../../../../catalog/recipe/judge/parse-recipe.ts'
import { type PrepareDeps, prepare } from '../../../../functions/pipeline/prepare/prepare.ts'

const plan = parseRecipe({ steps: [{ feature: 'skin-simulation', parameters: { wrinkle: 0.5 } }] })
const job = {
  id: 'job-1',
  status: 'running',
  attempt: 0,
  createdAt: '2026-01-01T00:00:00Z',
  source: { bucket: 'drop', key: 'drop/clear/a.jpg', version: 'v1', size: 10 },
  recipe: { name: 'clear', plan },
}

/** A job whose task the service refused for its small face. */
function depsWith(prepared: PrepareDeps['pictures']['prepare']): PrepareDeps {
  return {
    jobs: { get: async () => job },
    provider: {
      status: async () => ({
        task_status: 'error',
        error: 'error_src_face_too_small',
        error_message: '60 % are needed.',
      }),
    },
    objects: { open: async () => ({ size: 10, body: new Response('0123456789').body }) },
    pictures: { prepare: prepared },
    preparedPictures: { bucket: 'results', prefix: 'prepared/' },
  } as unknown as PrepareDeps
}

/** Prepares a picture whose task the service refused for its small face, when preparing meets `fault`. */
const prepared = (fault: Fault) =>
  prepare(
    {
      job: 'job-1',
      step: 0,
      previous: null,
      refused: {
        tasks: [{ index: 0, taskId: 'task-1' }],
        succeeded: false,
        targets: [{ index: 0, why: 'largest' }],
      },
    },
    depsWith(async () => {
      throw fault
    }),
  )

test('what preparing lacks is told, not what the service had asked of the whole picture', async () => {
  const words = 'The face is 40 pixels wide; at least 327 pixels are needed.'
  await expect(prepared(new Fault('small-face', words))).rejects.toMatchObject({
    code: 'SourceUnfit',
    message: words,
  })
})

test('whom the service saw and the engine does not see, the service’s reason tells better', async () => {
  await expect(prepared(new Fault('target', 'No face was found.'))).rejects.toMatchObject({
    code: 'TaskFailed',
    message: `${endedIn('error_src_face_too_small')} 60 % are needed.`,
  })
})

test.each([
  ['usable', true],
  ['largest', false],
])('the one box of %s is what the picture is cropped to: %s', async (target, chosen) => {
  const box = { left: 4, top: 5, width: 60, height: 70 }
  const asked: unknown[] = []
  const only = {
    ...job,
    recipe: { ...job.recipe, plan: { ...plan, steps: [{ ...plan.steps[0], target }] } },
  }
  const refused = {
    tasks: [{ index: 2, taskId: 'task-1' }],
    succeeded: false,
    targets: [
      { index: 0, box: { ...box, left: 400 }, why: '' },
      { index: 2, box, why: '' },
      { index: 3, why: '' },
    ],
  }
  const made = prepare({ job: 'job-1', step: 0, previous: null, refused }, {
    ...depsWith(async (_, wanted) => {
      asked.push(wanted)
      throw new Fault('target', 'No face was found.')
    }),
    jobs: { get: async () => only },
  } as unknown as PrepareDeps)
  await expect(made).rejects.toMatchObject({ code: 'TaskFailed' })
  expect(asked).toEqual([
    {
      rule: expect.objectContaining({ formats: expect.anything() }),
      target,
      named: false,
      targets: [{ index: 2, box }],
      chosen: chosen ? box : undefined,
      refused: true,
    },
  ])
})

test('what was prepared is told by the key under which it was written', async () => {
  const written: string[] = []
  const preparation = { width: 4, height: 3, crop: { left: 0, top: 0, width: 4, height: 3 } }
  const made = await prepare({ job: 'job-1', step: 0, previous: null }, {
    ...depsWith(async (_, __, write) => {
      const bytes = new Blob(['jpeg']).stream()
      await write(undefined, { ending: 'jpg', contentType: 'image/jpeg', bytes })
      return preparation as never
    }),
    objects: {
      open: async () => ({ size: 10, body: new Response('0123456789').body }),
      write: async ({ key }: { key: string }) => void written.push(key),
    },
  } as unknown as PrepareDeps)
  expect(written).toHaveLength(1)
  expect(made).toMatchObject({ key: written[0], preparation })
})
