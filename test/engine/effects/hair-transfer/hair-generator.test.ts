import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf } from '../../../../catalog/code-of.ts'
import { Fault } from '../../../../catalog/fault.ts'
import { checkGeneratorSettings } from '../../../../catalog/generator-settings.ts'
import { hairTransfer } from '../../../../catalog/hair-transfer.ts'
import { type Engine, openEngine, type PerformRequest } from '../../../../engine/perform.ts'
import { guardedFetch } from '../../../../functions/fetch/guarded-fetch.ts'
import { openAiGenerator } from '../../../../functions/service/run-task/generators/openai/openai-generator.ts'
import { bust, type SitterName } from '../../../../samples/bust.ts'
import {
  type GeneratorServer,
  json,
  startGeneratorServer,
} from '../../../functions/service/run-task/generators/generator-server.ts'
import { openAiDialect } from '../../../functions/service/run-task/generators/openai-dialect.ts'

let server: GeneratorServer
let engine: Engine
let long: Buffer
let short: Buffer
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
  ;[long, short] = [await sitter('amara'), await sitter('kofi')]
}, 60_000)
afterAll(async () => {
  await engine?.close()
  await server?.close()
})

async function sitter(name: SitterName): Promise<Buffer> {
  const { png } = await bust(name, { width: 480, height: 540, face: 0.29 })
  return await sharp(png).jpeg({ quality: 92 }).toBuffer()
}

const request = (): PerformRequest => ({
  ...({ feature: 'hair-transfer', stage: 'effect', params: {} } as const),
  files: { src: long, ref: [short] },
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

test('long hair gives way to short where a generator paints what it hid', async () => {
  const { output } = await engine.perform(request())
  const [asked] = server.painted
  expect(asked?.fields['prompt']).toMatch(/without this hair/)
  const share = asked!.replace!.filter((mark) => mark > 127).length / asked!.replace!.length
  expect(share).toBeGreaterThan(0.02)
  // Long hair beside neck and shoulders takes up some hundredths of the picture; the rest is the person's own.
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
    expect(codeOf(hairTransfer, fault as Fault)).toBe(code)
  },
  60_000,
)
