import sharp from 'sharp'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { RECEIPT } from '../../catalog/jobs/receipt.ts'
import type { StartLocalOptions } from '../../local/run/start-local.ts'
import { garmentNamed } from '../../samples/all-garments.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { onePerson } from '../../samples/one-person.ts'
import { bedrockDialect } from '../functions/generators/bedrock-dialect.ts'
import {
  type Dialect,
  type GeneratorServer,
  startGeneratorServer,
} from '../functions/generators/generator-server.ts'
import { openAiDialect } from '../functions/generators/openai-dialect.ts'
import { isEveryCaseTried } from '../setup/sampled.ts'
import { drop } from './drop.ts'
import { putRecipe } from './put-recipe.ts'
import { endedJob, readObject, readReceipt } from './read-job.ts'
import { type Run, startRun } from './start-run.ts'

const KEY = 'sk-a-key-that-no-log-may-hold'

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
async function dropDressed(run: Run) {
  await putRecipe(run, 'dressed', DRESSED)
  await drop(run, await drawProduct(garmentNamed('shorts')), 'drop/dressed/a.garment.png')
  const { png } = await onePerson('ines', 450)
  const { job } = await drop(run, png, 'drop/dressed/a.png')
  return await endedJob(run, job)
}

async function redAt(run: Run, result: { bucket: string; key: string }, x: number, y: number) {
  const bytes = await readObject(run, result.bucket, result.key)
  const { data, info } = await sharp(Buffer.from(bytes))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const [r = 0, g = 0] = data.subarray(3 * (y * info.width + x))
  return r > 160 && g < 90
}

/** Drops photos into a local run whose generator is a server on loopback. */
async function withRun(
  dialect: Dialect,
  start: (origin: string) => {
    environment?: Record<string, string>
    generator: StartLocalOptions['generator']
  },
  work: (run: Run, server: GeneratorServer, log: string[]) => Promise<void>,
): Promise<void> {
  const server = await startGeneratorServer(dialect)
  try {
    const { environment, generator } = start(server.origin)
    const log: string[] = []
    const run = await startRun(environment, {
      generator,
      onLog: (line) => void log.push(line),
      // A second worker loads an engine of its own.
      workers: { pictures: 1, videos: 1 },
    })
    try {
      await work(run, server, log)
    } finally {
      await run.close()
    }
  } finally {
    await server.close()
  }
}

async function dropReplaced(run: Run) {
  const { photo, mask } = await photoAndMask()
  await putRecipe(run, 'replaced', REPLACED)
  await drop(run, mask, 'drop/replaced/a.mask.png')
  const { job } = await drop(run, photo, 'drop/replaced/a.jpg')
  return await endedJob(run, job)
}

async function dropExtended(run: Run, name: string) {
  const { photo } = await photoAndMask()
  await putRecipe(run, 'extended', EXTENDED)
  const { job } = await drop(run, photo, `drop/extended/${name}.jpg`)
  return await endedJob(run, job)
}

test('a server with OpenAI’s interface replaces and extends dropped photos, with receipts', async () => {
  const settings = (origin: string) => ({
    kind: 'openai' as const,
    url: `${origin}/v1`,
    private: true,
    dollarsPerPicture: 0.02,
    model: 'own/painter-2',
  })
  await withRun(
    openAiDialect,
    (origin) => ({ generator: { settings: settings(origin), key: KEY } }),
    async (run, server, log) => {
      const replaced = await dropReplaced(run)
      expect(replaced.failure).toBeUndefined()
      expect(await redAt(run, replaced.results![0]!, 120, 80)).toBe(true)
      expect(await redAt(run, replaced.results![0]!, 20, 20)).toBe(false)
      const asked = server.painted.find(({ fields }) => fields['prompt'] === 'a ship in a bottle')
      expect(asked).toMatchObject({
        path: '/v1/images/edits',
        authorization: `Bearer ${KEY}`,
        fields: { model: 'own/painter-2' },
      })
      const receipt = await readReceipt(run, replaced.id)
      expect(z.parse(RECEIPT, receipt)).toEqual(receipt)
      const generations = [
        { generator: 'openai', operation: 'fill', model: 'own-1', dollars: 0.02 },
      ]
      expect(receipt.steps[0]!.tasks[0]!.charge).toEqual({ units: 1, generations })
      expect(receipt.cost.dollars).toMatchObject({ generator: 0.02 })
      expect(replaced.results![0]).toMatchObject({
        digitalSource: 'compositeWithTrainedAlgorithmicMedia',
      })

      expect(log.length).toBeGreaterThan(10)
      expect(log.filter((line) => line.includes(KEY))).toEqual([])
      // `openai-generator.test.ts` has the sample of what it extends, `cloth-generator.test.ts` of what it dresses.
      if (!isEveryCaseTried()) return
      const extended = await dropExtended(run, 'a')
      expect(extended.failure).toBeUndefined()
      expect(await redAt(run, extended.results![0]!, 30, 30)).toBe(true)
      expect(await redAt(run, extended.results![0]!, 240, 160)).toBe(false)
      const dressed = await dropDressed(run)
      expect(dressed.failure).toBeUndefined()
      expect(await redAt(run, dressed.results![0]!, 205, 430)).toBe(true)
      expect(await redAt(run, dressed.results![0]!, 225, 120)).toBe(false)
      const worn = server.painted.find(({ fields }) =>
        /wearing: .* shorts/.test(String(fields['prompt'])),
      )
      expect(worn).toMatchObject({ path: '/v1/images/edits' })
      const { steps, cost } = await readReceipt(run, dressed.id)
      expect(steps[0]!.tasks[0]!.charge).toEqual({ units: 2, generations })
      expect(cost.dollars).toMatchObject({ generator: 0.02 })
      expect(log.filter((line) => line.includes(KEY))).toEqual([])
    },
  )
})

// `bedrock-generator.test.ts` has the sample of what Bedrock is asked and how its refusals are told.
test.runIf(isEveryCaseTried())(
  'Bedrock extends and replaces in dropped photos, and a refusal of its filter is the task’s',
  async () => {
    await withRun(
      bedrockDialect,
      (origin) => ({
        environment: { AWS_ENDPOINT_URL_BEDROCK_RUNTIME: origin },
        generator: { settings: { kind: 'bedrock' } },
      }),
      async (run, server) => {
        const replaced = await dropReplaced(run)
        expect(replaced.failure).toBeUndefined()
        expect(await redAt(run, replaced.results![0]!, 120, 80)).toBe(true)
        expect(await redAt(run, replaced.results![0]!, 20, 20)).toBe(false)
        const [asked] = server.painted
        expect(asked?.fields).toMatchObject({ prompt: 'a ship in a bottle' })
        const receipt = await readReceipt(run, replaced.id)
        expect(receipt.steps[0]!.tasks[0]!.charge?.generations).toEqual([
          {
            generator: 'bedrock',
            operation: 'fill',
            dollars: 0.07,
            model: 'us.stability.stable-image-inpaint-v1:0',
          },
        ])
        expect(receipt.cost.dollars.generator).toBe(0.07)

        server.next = [
          (_, response) =>
            void response.end(
              JSON.stringify({ finish_reasons: ['Filter reason: input image'], images: [] }),
            ),
        ]
        const ended = await Promise.all(['a', 'b'].map((name) => dropExtended(run, name)))
        const extended = ended.find(({ status }) => status === 'succeeded')!
        const refused = ended.find(({ status }) => status === 'failed')!
        expect(refused.failure?.message).toContain('error_nsfw_content_detected')
        expect(await redAt(run, extended.results![0]!, 30, 30)).toBe(true)
        const { steps, cost } = await readReceipt(run, extended.id)
        expect(steps[0]!.tasks[0]!.charge?.generations).toEqual([
          {
            generator: 'bedrock',
            operation: 'extend',
            dollars: 0.06,
            model: 'us.stability.stable-outpaint-v1:0',
          },
        ])
        expect(cost.dollars.generator).toBe(0.06)
      },
    )
  },
)
