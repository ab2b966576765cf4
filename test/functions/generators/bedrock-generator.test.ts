import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import { expect, test } from 'vitest'
import {
  BEDROCK_MODELS,
  checkGeneratorSettings,
} from '../../../catalog/generator/generator-settings.ts'
import { bedrockGenerator } from '../../../functions/generators/bedrock/bedrock-generator.ts'
import { sentPicture } from '../../../functions/generators/sent-picture.ts'
import { bedrockDialect } from './bedrock-dialect.ts'
import { json } from './generator-server.ts'
import { testContract } from './test-contract.ts'

const awsError = (status: number, name: string, message = '') =>
  json(status, { message }, { 'x-amzn-errortype': name })

testContract('bedrock', {
  dialect: bedrockDialect,
  settings: checkGeneratorSettings({ kind: 'bedrock' }),
  generatorAt: (endpoint) =>
    bedrockGenerator({
      client: new BedrockRuntimeClient({
        endpoint,
        region: 'us-west-2',
        maxAttempts: 1,
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
        requestHandler: new NodeHttpHandler(),
      }),
      models: BEDROCK_MODELS,
      firstWaitMs: 1,
    }),
  busy: awsError(429, 'ThrottlingException'),
  refusals: {
    'with a finish reason under 200': json(200, {
      seeds: [1],
      finish_reasons: ['Filter reason: prompt'],
      images: [],
    }),
    'of its own picture under 200': json(200, {
      seeds: [1],
      finish_reasons: ['Filter reason: output image'],
      images: ['aGk='],
    }),
    'as an invalid request': awsError(
      400,
      'ValidationException',
      'This request has been blocked by our content filters.',
    ),
  },
  invalid: awsError(400, 'ValidationException', 'image: ratio must be below 2.5'),
  forbidden: awsError(403, 'AccessDeniedException', 'You don’t have access to the model.'),
  failed: json(200, { seeds: [1], finish_reasons: ['Inference error'], images: [] }),
  oversized: (bytes) => json(200, { finish_reasons: [null], images: ['A'.repeat(bytes)] }),
})

const SIZE = { width: 16, height: 16 }
const picture = { ...SIZE, data: new Uint8ClampedArray(4 * 256).fill(255) }
const replace = { ...SIZE, data: new Uint8Array(256) }

/** What Bedrock is asked for, and what it is told to cost. */
async function askedFor(work: (generator: ReturnType<typeof bedrockGenerator>) => Promise<object>) {
  const bodies: Record<string, unknown>[] = []
  const send = async ({ input }: { input: { body: string } }) => {
    bodies.push(JSON.parse(input.body))
    const made = Buffer.from((await sentPicture(picture)).bytes).toString('base64')
    const answer = { finish_reasons: [null], images: [made] }
    return { body: Buffer.from(JSON.stringify(answer)) }
  }
  const client = { send } as never
  return { result: await work(bedrockGenerator({ client, models: BEDROCK_MODELS })), bodies }
}

const context = { signal: new AbortController().signal } as never
const words = { prompt: 'an etching', unwanted: 'people', seed: 5 }

test('a restyled picture keeps less of its structure the stronger the change', async () => {
  const { result, bodies } = await askedFor(({ restyle }) =>
    restyle!.run({ picture, strength: 0.5, ...words } as never, context),
  )
  expect(result).toMatchObject({ model: BEDROCK_MODELS.structure, dollars: 0.07 })
  expect(bodies).toMatchObject([
    { control_strength: 0.75, prompt: 'an etching', negative_prompt: 'people', seed: 5 },
  ])
})

test('a picture in the style of another changes by a tenth at least', async () => {
  const bodiesAt = async (strength: number) =>
    await askedFor(({ restyle }) =>
      restyle!.run({ picture, style: picture, strength, ...words } as never, context),
    )
  const { result, bodies } = await bodiesAt(0.05)
  expect(result).toMatchObject({ model: BEDROCK_MODELS.style, dollars: 0.08 })
  expect(bodies).toMatchObject([{ change_strength: 0.1, seed: 5, output_format: 'png' }])
  expect((await bodiesAt(0.4)).bodies).toMatchObject([{ change_strength: 0.4 }])
})

test('the mask of what is painted stays as it is', async () => {
  const { result, bodies } = await askedFor(({ fill }) =>
    fill!.run({ picture, replace, ...words } as never, context),
  )
  expect(result).toMatchObject({ model: BEDROCK_MODELS.inpaint, dollars: 0.07 })
  expect(bodies).toMatchObject([{ grow_mask: 0, seed: 5 }])
})

test('prices and limits are those of the price list and the user guide', async () => {
  const { limits, fill, extend, restyle } = bedrockGenerator({
    client: { send: expect.unreachable } as never,
    models: BEDROCK_MODELS,
  })
  expect(limits).toEqual({
    maxPixels: 4_194_304,
    minSide: 64,
    maxRatio: 2.5,
    multipleOf: 1,
    maxPrompt: 10_000,
    maxMargin: 2000,
  })
  const prices = [
    fill!.price({} as never),
    extend!.price({} as never),
    restyle!.price({} as never),
    restyle!.price({ style: picture } as never),
  ]
  expect(prices).toEqual([0.07, 0.06, 0.07, 0.08])
  expect([fill, extend, restyle].map((each) => each!.idempotent)).toEqual([false, false, false])
})
