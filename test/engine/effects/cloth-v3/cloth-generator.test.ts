import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clothV3 } from '../../../../catalog/cloth-v3.ts'
import { codeOf } from '../../../../catalog/code-of.ts'
import { Fault } from '../../../../catalog/fault.ts'
import { checkGeneratorSettings } from '../../../../catalog/generator-settings.ts'
import { type Engine, openEngine, type PerformRequest } from '../../../../engine/perform.ts'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { openAiGenerator } from '../../../../functions/service/run-task/generators/openai/openai-generator.ts'
import { garmentNamed } from '../../../../samples/all-garments.ts'
import { drawProduct } from '../../../../samples/draw-product.ts'
import { onePerson } from '../../../../samples/one-person.ts'
import {
  type GeneratorServer,
  json,
  startGeneratorServer,
} from '../../../functions/service/run-task/generators/generator-server.ts'
import { openAiDialect } from '../../../functions/service/run-task/generators/openai-dialect.ts'

let server: GeneratorServer
let engine: Engine
let woman: Buffer
let shorts: Buffer
beforeAll(async () => {
  server = await startGeneratorServer(openAiDialect)
  const url = `${server.origin}/v1`
  const settings = checkGeneratorSettings({
    ...{ kind: 'openai', url: 'https://images.example/v1', model: 'own', dollarsPerPicture: 0.02 },
  })
  const generator = openAiGenerator({
    settings: { ...settings, kind: 'openai', url, private: true } as never,
    key: async () => 'sk-secret-key',
    fetch: guardedFetch,
    firstWaitMs: 1,
  })
  engine = openEngine({ generator })
  woman = Buffer.from((await onePerson('ines', 450)).png)
  shorts = await drawProduct(garmentNamed('shorts'))
}, 60_000)
afterAll(async () => {
  await engine?.close()
  await server?.close()
})

const request = (): PerformRequest => ({
  ...({ feature: 'cloth-v3', stage: 'effect' } as const),
  params: { garment_category: 'lower_body', change_shoes: true },
  files: { src: woman, ref: [shorts] },
})

/** The share of a picture's pixels that is red as the server paints, 0–1. */
async function painted(bytes: Uint8Array): Promise<number> {
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  let red = 0
  for (let at = 0; at < data.length; at += 3) {
    if (data[at]! > 170 && data[at + 1]! < 70 && data[at + 2]! < 70) red++
  }
  return red / (info.width * info.height)
}

test('shorts are worn in place of trousers where a generator paints them and the legs', async () => {
  const { output } = await engine.perform(request())
  const [asked] = server.painted
  expect(asked?.fields['prompt']).toMatch(/wearing: .* shorts/)
  const share = asked!.replace!.filter((mark) => mark > 127).length / asked!.replace!.length
  expect(share).toBeGreaterThan(0.02)
  // Trousers take up some hundredths of the picture; the rest is the person's own.
  expect(await painted(output!.bytes)).toBeGreaterThan(0.02)
  expect(await painted(output!.bytes)).toBeLessThan(0.2)
}, 60_000)

test.each([
  [
    'error_nsfw_content_detected',
    'a filter refuses the picture',
    json(400, { error: { code: 'moderation_blocked', message: 'No.' } }),
  ],
  [
    'unknown_internal_error',
    'the generator fails',
    json(401, { error: { message: 'Incorrect API key provided.' } }),
  ],
] as const)(
  '%s: %s',
  async (code, _, behaviour) => {
    server.next.push(behaviour)
    const fault = await engine.perform(request()).then(
      () => undefined,
      (error: unknown) => error,
    )
    expect(fault).toBeInstanceOf(Fault)
    expect(codeOf(clothV3, fault as Fault)).toBe(code)
  },
  60_000,
)
