import { expect, test } from 'vitest'
import { PICTURES_ROUTES } from '../../../functions/console/routes/pictures-route.ts'
import { scripted } from '../operate/scripted.ts'

const ID = `job-${'0'.repeat(40)}`

function pictureOf(size: string, showPicture?: (...asked: unknown[]) => Promise<object>) {
  const db = scripted({ Get: () => ({ Item: { id: ID } }) })
  const pipeline = { db: db.client, at: { jobsTable: 'jobs' } }
  const call = { at: { job: ID, which: 'result-0', size } }
  return PICTURES_ROUTES[0]!.handle(call as never, { pipeline, showPicture } as never)
}

test('a picture is shown in the sizes that there are, where pictures are shown at all', async () => {
  const show = async (...asked: unknown[]) => ({ redirect: JSON.stringify(asked) })
  const shown = await pictureOf('2048', show)
  expect(shown).toEqual({ redirect: JSON.stringify([{ id: ID }, 'result-0', '2048']) })
  await expect(pictureOf('huge', show)).rejects.toMatchObject({
    code: 'InvalidParameters',
    message: 'size must be one of 256, 2048, tiles.',
  })
  await expect(pictureOf('2048')).rejects.toMatchObject({ code: 'NotFound' })
})
