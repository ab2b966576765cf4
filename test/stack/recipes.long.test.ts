import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HeadObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bust } from '../../samples/bust.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

test('both pictures of wear-hair may be a camera’s: twelve megapixels, on their sides', async () => {
  const text = await readFile(join(PROJECT_ROOT, 'recipes', 'wear-hair.json'), 'utf8')
  await putRecipe(run, 'wear-hair', text)
  const [photo, beside] = await Promise.all(
    (['henrik', 'kofi'] as const).map(async (name) => {
      // The reference stands far off: scaled as it is, its face would have 100 pixels.
      const face = name === 'kofi' ? 0.13 : 0.3
      const { png } = await bust(name, { width: 600, height: 800, face })
      const large = await sharp(png).resize(3000, 4000).toBuffer()
      return await sharp(large)
        .rotate(-90)
        .withMetadata({ orientation: 6 })
        .jpeg({ quality: 90 })
        .toBuffer()
    }),
  )
  const Key = 'drop/wear-hair/camera.hair.jpg'
  await run.s3.send(new PutObjectCommand({ Bucket: run.at.dropBucket, Key, Body: beside! }))
  const { job: id } = await drop(run, photo!, 'drop/wear-hair/camera.jpg')
  const job = await endedJob(run, id)
  expect(job.failure).toBeUndefined()
  const [result] = job.results ?? []
  const made = await decodePicture(await readObject(run, result?.bucket ?? '', result?.key ?? ''))
  expect(made.width).toBeLessThan(made.height)
  const key = `prepared/${id}/0.ref0.jpg`
  const kept = run.s3.send(new HeadObjectCommand({ Bucket: run.at.resultsBucket, Key: key }))
  await expect(kept).rejects.toMatchObject({ name: 'NotFound' })
}, 120_000)
