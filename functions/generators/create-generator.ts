import { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { S3Client } from '@aws-sdk/client-s3'
import { NodeHttpHandler } from '@smithy/node-http-handler'
import {
  BEDROCK_VIDEO_REGION,
  type GeneratorSettings,
  modelsOf,
} from '../../catalog/generator/generator-settings.ts'
import type { Generator } from '../../engine/generate/generator.ts'
import { guardedFetch } from '../fetch/guarded-fetch.ts'
import { bedrockGenerator } from './bedrock/bedrock-generator.ts'
import { lumaAnimate } from './bedrock/luma-animate.ts'
import { openAiGenerator } from './openai/openai-generator.ts'
import { queueGenerator } from './queue/queue-generator.ts'

/** The first part of the keys of videos in their bucket. */
export const VIDEO_PREFIX = 'darkroom-videos/'

/**
 * The generator that settings name.
 * @param key reads the bearer key of a server that wants one
 */
export function createGenerator(
  settings: GeneratorSettings,
  key: () => Promise<string | undefined>,
): Generator {
  const made = adapterOf(settings, key)
  return settings.prefer.length > 0 ? { ...made, preferredFor: settings.prefer } : made
}

function adapterOf(settings: GeneratorSettings, key: () => Promise<string | undefined>): Generator {
  if (settings.kind === 'openai') return openAiGenerator({ settings, key, fetch: guardedFetch })
  if (settings.kind === 'queue') return queueGenerator({ settings, key, fetch: guardedFetch })
  const { region, videoBucket: bucket } = settings
  const models = modelsOf(settings)
  const pictures = bedrockGenerator({ client: bedrockClient(region), models })
  if (bucket === undefined) return pictures
  const animate = lumaAnimate({
    client: bedrockClient(BEDROCK_VIDEO_REGION),
    s3: new S3Client({ region: BEDROCK_VIDEO_REGION }),
    modelId: models.video,
    bucket,
    prefix: VIDEO_PREFIX,
  })
  return { ...pictures, animate }
}

/**
 * A client that tries once: which calls may be repeated is decided where it is known whether they were paid. It speaks
 * HTTP/1.1, because an HTTP/2 session would not survive that Lambda freezes the function between two tasks.
 */
function bedrockClient(region: string): BedrockRuntimeClient {
  return new BedrockRuntimeClient({
    region,
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({ connectionTimeout: 10_000 }),
  })
}
