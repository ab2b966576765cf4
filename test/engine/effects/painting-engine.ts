import sharp from 'sharp'
import { checkGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import type { Engine } from '../../../engine/perform.ts'
import { guardedFetch } from '../../../functions/fetch/guarded-fetch.ts'
import { openAiGenerator } from '../../../functions/generators/openai/openai-generator.ts'
import {
  type GeneratorServer,
  json,
  startGeneratorServer,
} from '../../functions/generators/generator-server.ts'
import { openAiDialect } from '../../functions/generators/openai-dialect.ts'
import { warmEngine } from '../warm-engine.ts'

/** An engine whose generator is asked over HTTP by its real adapter, and paints red. */
export type PaintingEngine = { engine: Engine; server: GeneratorServer; close(): Promise<void> }

export async function openPaintingEngine(
  more: { references?: boolean; preferredFor?: string[] } = {},
): Promise<PaintingEngine> {
  const { preferredFor = [], ...given } = more
  const server = await startGeneratorServer(openAiDialect)
  const settings = checkGeneratorSettings({
    kind: 'openai',
    url: 'https://images.example/v1',
    model: 'own',
    dollarsPerPicture: 0.02,
    ...given,
  })
  const generator = openAiGenerator({
    settings: { ...settings, kind: 'openai', url: `${server.origin}/v1`, private: true } as never,
    key: async () => 'sk-secret-key',
    fetch: guardedFetch,
    firstWaitMs: 1,
  })
  const engine = warmEngine({ generator: { ...generator, preferredFor } })
  const close = async () => {
    await engine.close()
    await server.close()
  }
  return { engine, server, close }
}

/** The share of a picture's pixels that is red as the server paints, 0–1. */
export async function paintedShare(bytes: Uint8Array): Promise<number> {
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

/** What a generator may answer instead of a picture, and the code that the task then ends with. */
export const GENERATOR_FAILURES = [
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
] as const
