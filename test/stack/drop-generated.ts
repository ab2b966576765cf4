import sharp from 'sharp'
import { garmentNamed } from '../../samples/all-garments.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { onePerson } from '../../samples/one-person.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject } from './read-job.ts'
import type { Run } from './start-run.ts'

/* Photos that only a generator can change as their recipes say. */

/** A photo of a ramp, 240 x 160, and a mask of a square in its middle. */
async function photoAndMask() {
  const ramp = Buffer.alloc(240 * 160 * 3, 120)
  for (let i = 0; i < 240 * 160; i++) ramp[3 * i + 1] = 60 + Math.floor((i % 240) / 2)
  const photo = await sharp(ramp, { raw: { width: 240, height: 160, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer()
  const white = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const mask = await sharp({ create: { width: 240, height: 160, channels: 3, background: '#000' } })
    .composite([{ input: white, left: 90, top: 50 }])
    .greyscale()
    .png()
    .toBuffer()
  return { photo, mask }
}

const EXTENDED = {
  steps: [
    {
      feature: 'out-paint',
      parameters: {
        output_width: 480,
        output_height: 320,
        input_x: 120,
        input_y: 80,
        input_width: 240,
        input_height: 160,
        crop_input_x: 0,
        crop_input_y: 0,
        crop_input_width: 240,
        crop_input_height: 160,
      },
    },
  ],
}

const REPLACED = {
  steps: [
    {
      feature: 'obj-replace',
      parameters: { prompt: 'a ship in a bottle' },
      inputs: { msk: { companion: '{stem}.mask.png' } },
    },
  ],
}

const DRESSED = {
  steps: [
    {
      feature: 'cloth-v3',
      parameters: { garment_category: 'lower_body' },
      inputs: { ref: { companion: '{stem}.garment.png' } },
    },
  ],
}

/** Somebody in trousers, and shorts that only a generator can put on them. */
export async function dropDressed(run: Run) {
  await putRecipe(run, 'dressed', DRESSED)
  await drop(run, await drawProduct(garmentNamed('shorts')), 'drop/dressed/a.garment.png')
  const { png } = await onePerson('ines', 450)
  const { job } = await drop(run, png, 'drop/dressed/a.png')
  return await endedJob(run, job)
}

export async function redAt(
  run: Run,
  result: { bucket: string; key: string },
  x: number,
  y: number,
) {
  const bytes = await readObject(run, result.bucket, result.key)
  const { data, info } = await sharp(Buffer.from(bytes))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [r = 0, g = 0] = data.subarray(3 * (y * info.width + x))
  return r > 160 && g < 90
}

export async function dropReplaced(run: Run) {
  const { photo, mask } = await photoAndMask()
  await putRecipe(run, 'replaced', REPLACED)
  await drop(run, mask, 'drop/replaced/a.mask.png')
  const { job } = await drop(run, photo, 'drop/replaced/a.jpg')
  return await endedJob(run, job)
}

export async function dropExtended(run: Run, name: string) {
  const { photo } = await photoAndMask()
  await putRecipe(run, 'extended', EXTENDED)
  const { job } = await drop(run, photo, `drop/extended/${name}.jpg`)
  return await endedJob(run, job)
}
