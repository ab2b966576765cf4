import { BedrockRuntimeClient, InvokeModelCommand } from '@aws-sdk/client-bedrock-runtime'
import { GetSecretValueCommand } from '@aws-sdk/client-secrets-manager'
import {
  BEDROCK_VIDEO_REGION,
  type BedrockSettings,
  modelsOf,
  type OpenAiSettings,
  parseGeneratorSettings,
  type QueueSettings,
} from '../../../catalog/generator/generator-settings.ts'
import type { Finding, Level } from './finding.ts'
import type { Site } from './site.ts'

const check = 'generator'
const PATIENCE_MS = 10_000

const KEY = 'Set its key: DARKROOM_GENERATOR_KEY, or the secret of the output GeneratorSecretArn.'

/**
 * Whether the service's generator can be used: each model of Bedrock, or the server and its key. Costs nothing. Says
 * nothing where there is no generator.
 */
export async function checkGenerator(site: Site): Promise<Finding[]> {
  const settings = parseGeneratorSettings(site.generator?.settings)
  if (!settings) return []
  if (settings.kind === 'bedrock') return await checkModels(settings)
  return await checkGeneratorWith(settings, await keyOf(site))
}

/** Whether a server, or a model behind one, can be used with a key; undefined for none. Costs nothing. */
export async function checkGeneratorWith(
  settings: OpenAiSettings | QueueSettings,
  key: string | undefined,
): Promise<Finding[]> {
  if (settings.kind === 'openai') return [await checkServer(settings, key)]
  return [await checkQueue(settings, key)]
}

/** Where each wire tells whether a key is right, or a container whether it is ready, without anything paid. */
const PROBES = {
  replicate: 'https://api.replicate.com/v1/account',
  fal: undefined,
} as const

async function checkQueue(settings: QueueSettings, key: string | undefined): Promise<Finding> {
  const { wire, model, private: isPrivate } = settings
  if (key === undefined && wire !== 'cog') {
    return {
      level: 'problem',
      check,
      says: `The generator ${wire}:${model} has no key.`,
      todo: KEY,
    }
  }
  const url = wire === 'cog' ? `${model}/health-check` : PROBES[wire]
  if (url === undefined) {
    const says = `The generator ${wire}:${model} has a key; fal says only at a call whether it is right.`
    return { level: 'ok', check, says }
  }
  return await checkAddress(url, { key, isPrivate })
}

async function checkModels(settings: BedrockSettings): Promise<Finding[]> {
  const { video, ...pictures } = modelsOf(settings)
  const places = [
    ...[...new Set(Object.values(pictures))].map((model) => ({ model, region: settings.region })),
    ...(settings.videoBucket ? [{ model: video, region: BEDROCK_VIDEO_REGION }] : []),
  ]
  return await Promise.all(places.map(({ model, region }) => checkModel(model, region)))
}

/**
 * Asks a model for nothing. A request that breaks the model's rules is refused before it is carried out, and only where
 * access is granted: otherwise the answer says so.
 */
async function checkModel(modelId: string, region: string): Promise<Finding> {
  const client = new BedrockRuntimeClient({ region, maxAttempts: 2 })
  const finding = (level: Level, says: string, todo?: string): Finding => ({
    level,
    check,
    says: `${modelId} in ${region} ${says}`,
    ...(todo !== undefined && { todo }),
  })
  try {
    const command = new InvokeModelCommand({
      modelId,
      contentType: 'application/json',
      accept: 'application/json',
      body: '{}',
    })
    await client.send(command, { abortSignal: AbortSignal.timeout(PATIENCE_MS) })
    return finding('ok', 'can be used.')
  } catch (error) {
    const { name = '' } = error as { name?: string }
    if (name === 'ValidationException' || name === 'ThrottlingException') {
      return finding('ok', 'can be used.')
    }
    if (name === 'AccessDeniedException') {
      return finding(
        'problem',
        'is not granted to this account, or these credentials may not ask.',
        'Open the model once in the Bedrock console of that region with rights to subscribe in AWS Marketplace.',
      )
    }
    if (name === 'ResourceNotFoundException') {
      return finding(
        'problem',
        'does not exist there, or not any more.',
        'Name another model with -c generatorModels=… (docs/generators.md) and deploy again.',
      )
    }
    return finding('warning', `could not be asked: ${name || 'no answer'}.`, 'Ask again later.')
  } finally {
    client.destroy()
  }
}

async function keyOf({ generator, secrets }: Site): Promise<string | undefined> {
  if (generator?.secret === undefined) return undefined
  const { SecretString = '{}' } = await secrets.send(
    new GetSecretValueCommand({ SecretId: generator.secret }),
  )
  try {
    const { apiKey } = JSON.parse(SecretString) as { apiKey?: unknown }
    return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined
  } catch {
    return SecretString
  }
}

/** Asks a server for its models, as every server with this interface lists them. */
async function checkServer(
  { url, private: isPrivate }: OpenAiSettings,
  key: string | undefined,
): Promise<Finding> {
  return await checkAddress(`${url}/models`, { key, isPrivate })
}

async function checkAddress(
  url: string,
  { key, isPrivate }: { key: string | undefined; isPrivate: boolean },
): Promise<Finding> {
  const { host } = new URL(url)
  try {
    const answer = await fetch(url, {
      headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (answer.status === 401 || answer.status === 403) {
      const says = `The generator at ${host} refuses the key.`
      return { level: 'problem', check, says, todo: KEY }
    }
    return { level: 'ok', check, says: `The generator at ${host} answers.` }
  } catch {
    const says = `The generator at ${host} cannot be reached from here.`
    return isPrivate
      ? { level: 'note', check, says, todo: 'The functions may reach it all the same.' }
      : { level: 'problem', check, says, todo: 'See that it runs and that its URL is right.' }
  }
}
