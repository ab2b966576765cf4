import * as z from 'zod/mini'
import { BEDROCK_PRICES } from './bedrock-prices.ts'
import { DRESS_TABLE, presetOf } from './dress-table.ts'
import type { GeneratorAbility, GeneratorOffer } from './generator.ts'

/** The model ids of Stability's image services on Amazon Bedrock, and of the one that makes videos. */
export const BEDROCK_MODELS = {
  erase: 'us.stability.stable-image-erase-object-v1:0',
  inpaint: 'us.stability.stable-image-inpaint-v1:0',
  outpaint: 'us.stability.stable-outpaint-v1:0',
  structure: 'us.stability.stable-image-control-structure-v1:0',
  style: 'us.stability.stable-style-transfer-v1:0',
  video: 'luma.ray-v2:0',
} as const

export type BedrockModels = Record<keyof typeof BEDROCK_MODELS, string>

/** The regions that an inference profile with the prefix `us.` may run a model in. */
export const BEDROCK_REGIONS = ['us-east-1', 'us-east-2', 'us-west-2'] as const

/** The region that has the model for videos. */
export const BEDROCK_VIDEO_REGION = 'us-west-2'

const modelId = z.string().check(z.regex(/^[a-zA-Z0-9.:-]{1,140}$/))
const dollars = z.number().check(z.gte(0), z.lte(1000))

/** The most dollars a task may spend, unless the operator says otherwise: several pictures, and no video. */
const DOLLARS_PER_TASK = 0.5

const perTask = z._default(dollars, DOLLARS_PER_TASK)

/** Features whose tasks ask the generator first, and the engine’s own method where it refuses. */
export const PREFERRING_FEATURES = ['cloth-v3', 'hair-transfer'] as const

const prefer = z._default(z.array(z.enum(PREFERRING_FEATURES)), [])

const bedrock = z.strictObject({
  kind: z.literal('bedrock'),
  /** Where the image services are called. */
  region: z._default(z.enum(BEDROCK_REGIONS), 'us-west-2'),
  models: z._default(
    z.partial(
      z.strictObject({
        erase: modelId,
        inpaint: modelId,
        outpaint: modelId,
        structure: modelId,
        style: modelId,
        video: modelId,
      }),
    ),
    {},
  ),
  /** The bucket, in us-west-2, that videos are written to; without one no video is made. */
  videoBucket: z.optional(z.string().check(z.regex(/^[a-z0-9.-]{3,63}$/))),
  dollarsPerTask: perTask,
  prefer,
})

const openai = z.strictObject({
  kind: z.literal('openai'),
  /** Up to and without `/images/edits`, e.g. `https://images.example/v1`. */
  url: z.url({ protocol: /^https?$/ }),
  model: z.optional(z.string().check(z.regex(/^[\w./:-]{1,200}$/))),
  /** Dollars that a picture costs there; 0 for a server of one's own. */
  dollarsPerPicture: z._default(dollars, 0),
  /** Whether the server may be at a private address and need not speak TLS. */
  private: z._default(z.boolean(), false),
  /** Whether the server takes a second picture as a reference. */
  references: z.optional(z.boolean()),
  dollarsPerTask: perTask,
  prefer,
})

/** A model that dresses people, behind a queue or in a container of one’s own. */
const queue = z.strictObject({
  kind: z.literal('queue'),
  /** How it is spoken to. */
  wire: z.enum(['fal', 'replicate', 'cog']),
  /** `OWNER/APP/PATH` on fal, `OWNER/NAME@VERSION` on Replicate; for a container its base URL. */
  model: z.string().check(z.minLength(1), z.maxLength(300)),
  table: DRESS_TABLE,
  /** Whether the container may be at a private address and need not speak TLS. */
  private: z._default(z.boolean(), false),
  dollarsPerTask: perTask,
  prefer,
})

/** The generator of a service as its functions are told of it. */
export const GENERATOR_SETTINGS = z.discriminatedUnion('kind', [bedrock, openai, queue])

export type GeneratorSettings = z.output<typeof GENERATOR_SETTINGS>
export type BedrockSettings = Extract<GeneratorSettings, { kind: 'bedrock' }>
export type OpenAiSettings = Extract<GeneratorSettings, { kind: 'openai' }>
export type QueueSettings = Extract<GeneratorSettings, { kind: 'queue' }>

/** Parses settings from JSON; undefined stands for none. Throws an error that names the field. */
export function parseGeneratorSettings(text: string | undefined): GeneratorSettings | undefined {
  return text === undefined ? undefined : checkGeneratorSettings(JSON.parse(text))
}

/** Checks settings and fills in what is left out. Throws an error that names the field. */
export function checkGeneratorSettings(given: unknown): GeneratorSettings {
  const parsed = z.safeParse(GENERATOR_SETTINGS, given)
  if (!parsed.success) {
    const field = ['generator', ...(parsed.error.issues[0]?.path ?? [])].join('.')
    throw new Error(`${field} cannot be used; docs/generators.md has the settings.`)
  }
  const settings = parsed.data
  if (settings.kind === 'openai' && !settings.private && !settings.url.startsWith('https:')) {
    throw new Error('generator.url must be https, unless the generator is declared private.')
  }
  if (settings.kind === 'queue') requireModel(settings)
  return settings
}

/** The model ids that settings come to. */
export function modelsOf({ models }: BedrockSettings): BedrockModels {
  const named = Object.entries(models).filter(([, id]) => id !== undefined)
  return { ...BEDROCK_MODELS, ...Object.fromEntries(named) }
}

const MODELS = {
  fal: /^[\w-]+(?:\/[\w.-]+){1,5}$/,
  replicate: /^[\w-]+\/[\w.-]+@[0-9a-f]{64}$/,
  cog: /^https?:\/\/[^\s?#]+$/,
} as const

const MODEL_FORMS = {
  fal: 'fal:OWNER/APP/PATH',
  replicate: 'replicate:OWNER/NAME@VERSION, a version of 64 hexadecimal digits',
  cog: 'cog:https://…',
} as const

function requireModel({ wire, model, private: isPrivate }: QueueSettings): void {
  if (!MODELS[wire].test(model)) throw new Error(`generator must be ${MODEL_FORMS[wire]}.`)
  if (wire === 'cog' && !isPrivate && !model.startsWith('https:')) {
    throw new Error('generator.model must be https, unless the generator is declared private.')
  }
}

/** A generator as its name says, before it is known what else is set. */
export type NamedGenerator =
  | { kind: 'bedrock' }
  | { kind: 'openai'; url: string }
  | Pick<QueueSettings, 'kind' | 'wire' | 'model'>

/**
 * Reads what an operator calls a generator by: `bedrock`, `openai:https://…/v1`, or the URL alone, `fal:MODEL`,
 * `replicate:OWNER/NAME@VERSION`, `cog:https://…`. Throws an error that says what there is.
 */
export function parseGeneratorName(text: string): NamedGenerator {
  if (text === 'bedrock') return { kind: 'bedrock' }
  const [, wire, model = ''] = /^(fal|replicate|cog):(.*)$/.exec(text) ?? []
  if (wire) {
    const named = { kind: 'queue', wire: wire as QueueSettings['wire'], model } as const
    if (MODELS[named.wire].test(model)) return { ...named, model: model.replace(/\/+$/, '') }
    throw new Error(`generator must be ${MODEL_FORMS[named.wire]}.`)
  }
  const url = text.replace(/^openai:/, '')
  if (/^https?:\/\//.test(url) && URL.canParse(url)) {
    return { kind: 'openai', url: url.replace(/\/+$/, '') }
  }
  throw new Error(
    'generator must be bedrock, openai:https://…/v1, fal:OWNER/APP/PATH, replicate:OWNER/NAME@VERSION or cog:https://….',
  )
}

/**
 * The field table of a model behind a queue: the operator’s own, or that of a preset.
 * @throws Error where there is neither
 */
export function tableOf(
  { wire, model }: Pick<QueueSettings, 'wire' | 'model'>,
  given: unknown,
): unknown {
  const found = given ?? presetOf(`${wire}:${model}`)?.table
  if (found !== undefined) return found
  throw new Error(
    `The fields of ${wire}:${model} are not known: give a table of your own (docs/generators.md).`,
  )
}

/** The most dollars that one picture costs. */
export function dollarsPerPicture(settings: GeneratorSettings): number {
  if (settings.kind === 'openai') return settings.dollarsPerPicture
  if (settings.kind === 'queue') return settings.table.dollars
  return Math.max(...Object.values(BEDROCK_PRICES))
}

/** Whether a model takes a second picture as a reference, as far as its name tells. */
export function takesReferences({ model = '', references }: OpenAiSettings): boolean {
  return references ?? /^(.*\/)?gpt-image/.test(model)
}

/** What the generator behind settings can do. A test compares this with its adapter. */
export function offerOf(settings: GeneratorSettings): GeneratorOffer {
  const pictures: GeneratorAbility[] = ['erase', 'fill', 'extend', 'restyle']
  if (settings.kind === 'bedrock') {
    const video = settings.videoBucket !== undefined
    return { name: 'bedrock', abilities: [...pictures, ...(video ? (['animate'] as const) : [])] }
  }
  if (settings.kind === 'queue') return { name: settings.wire, abilities: ['dress'] }
  const reference = takesReferences(settings)
  return {
    name: 'openai',
    abilities: [...pictures, ...(reference ? (['fill from a reference', 'dress'] as const) : [])],
  }
}
