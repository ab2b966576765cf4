import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { garmentNamed } from '../../samples/all-garments.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { onePerson } from '../../samples/one-person.ts'
import { changeBetween } from '../engine/jewellery/sit-for.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

let run: Run
beforeAll(async () => {
  run = await startRun()
})
afterAll(() => run.close())

/** Twelve megapixels on their side, which EXIF turns upright. */
async function onItsSide(picture: Uint8Array): Promise<Buffer> {
  const size = { width: 3000, height: 4000 }
  const ground = { fit: 'contain', background: '#f7f7f5' } as const
  const large = await sharp(picture)
    .flatten({ background: '#f7f7f5' })
    .resize({ ...size, ...ground })
  return await sharp(await large.png({ compressionLevel: 1 }).toBuffer())
    .rotate(-90)
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 90 })
    .toBuffer()
}

test('both pictures of dress may be a camera’s: twelve megapixels, on their sides', async () => {
  const text = await readFile(join(PROJECT_ROOT, 'recipes', 'dress.json'), 'utf8')
  await putRecipe(run, 'dress', text)
  const { png } = await onePerson('kofi', 750)
  const garment = await onItsSide(await drawProduct(garmentNamed('sweater')))
  const Key = 'drop/dress/camera.garment.jpg'
  await run.s3.send(new PutObjectCommand({ Bucket: run.at.dropBucket, Key, Body: garment }))
  const photo = await onItsSide(png)
  const { job: id } = await drop(run, photo, 'drop/dress/camera.jpg')
  const job = await endedJob(run, id)
  expect(job.failure).toBeUndefined()
  const [result] = job.results ?? []
  const bytes = await readObject(run, result?.bucket ?? '', result?.key ?? '')
  const small = async (file: Uint8Array) =>
    await decodePicture(await sharp(file).rotate().resize(750).png().toBuffer())
  const [before, made] = [await small(photo), await small(bytes)]
  expect(made).toMatchObject({ width: 750, height: 1000 })
  // The sweater is where the upright person's trunk is, and nowhere below its legs' middle.
  const { count, top, bottom } = changeBetween(before, made, 30)
  expect(count).toBeGreaterThan(30_000)
  expect(top).toBeGreaterThan(180)
  expect(bottom).toBeLessThan(700)
}, 240_000)
