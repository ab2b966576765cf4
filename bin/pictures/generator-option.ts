import { readFileSync } from 'node:fs'
import { Option } from 'commander'
import { presetOf } from '../../catalog/generator/dress-table.ts'
import {
  checkGeneratorSettings,
  type NamedGenerator,
  type OpenAiSettings,
  PREFERRING_FEATURES,
  parseGeneratorName,
  type QueueSettings,
  tableOf,
} from '../../catalog/generator/generator-settings.ts'
import { note } from '../program/say.ts'

/** What `--generator` and its companions come to. */
export type GeneratorOptions = {
  generator?: string
  generatorModel?: string
  generatorPrivate?: true
  generatorPrice?: number
  generatorReferences?: true
  generatorPrefer?: string
  generatorTable?: string
}

/** A generator as a command was given it. */
export type GivenGenerator = { settings: OpenAiSettings | QueueSettings; key: string | undefined }

/** The options that name a generator on this machine or elsewhere; all of them can be given by environment. */
export function generatorOptions(): Option[] {
  return [
    new Option(
      '--generator <name>',
      'who makes what must be invented: a server with OpenAI’s /images/edits, https://…/v1; or a model that dresses ' +
        'people, fal:OWNER/APP/PATH, replicate:OWNER/NAME@VERSION, cog:https://…. Its key is read from ' +
        'DARKROOM_GENERATOR_KEY',
    ).env('DARKROOM_GENERATOR'),
    new Option('--generator-model <name>', 'the model to ask it for').env(
      'DARKROOM_GENERATOR_MODEL',
    ),
    new Option(
      '--generator-private',
      'let that server be on this machine or at another private address, also without TLS',
    ).env('DARKROOM_GENERATOR_PRIVATE'),
    new Option('--generator-price <dollars>', 'what a picture costs there')
      .env('DARKROOM_GENERATOR_PRICE')
      .argParser(Number),
    new Option(
      '--generator-references',
      'say that the server takes a second picture, such as a garment, as a reference',
    ).env('DARKROOM_GENERATOR_REFERENCES'),
    new Option(
      '--generator-prefer <features>',
      `ask it first for these, with commas between, and the engine’s own method where it refuses: ${PREFERRING_FEATURES.join(', ')}`,
    ).env('DARKROOM_GENERATOR_PREFER'),
    new Option(
      '--generator-table <file>',
      'the fields of a model that dresses people, JSON (docs/generators.md)',
    ).env('DARKROOM_GENERATOR_TABLE'),
  ]
}

/**
 * The generator that options name; undefined where they name none. Its key stays out of options, which other users of
 * the machine can read.
 * @throws Error that says what cannot be used
 */
export function generatorIn(options: GeneratorOptions): GivenGenerator | undefined {
  const { generator } = options
  if (generator === undefined || generator === '' || generator === 'embedded') return undefined
  const named = parseGeneratorName(generator)
  if (named.kind === 'bedrock') {
    throw new Error(
      'On this machine no AWS account is reached. Deploy with -c generator=bedrock, or name a server that fronts ' +
        'Bedrock with OpenAI’s interface.',
    )
  }
  const url = named.kind === 'openai' ? named.url : named.model
  if (url.startsWith('http:') && !options.generatorPrivate) {
    throw new Error(`${new URL(url).host} is asked without TLS: add --generator-private.`)
  }
  const settings = checkGeneratorSettings({
    ...named,
    ...(named.kind === 'openai' ? serverFields(options) : queueFields(named, options)),
    private: options.generatorPrivate === true,
    prefer: preferred(options.generatorPrefer),
  }) as GivenGenerator['settings']
  return { settings, key: process.env['DARKROOM_GENERATOR_KEY'] || undefined }
}

function serverFields({
  generatorModel: model,
  generatorPrice: dollarsPerPicture,
  generatorReferences: references,
  generatorTable: table,
}: GeneratorOptions) {
  if (table !== undefined) throw new Error('--generator-table is for fal:, replicate: and cog:.')
  return {
    ...(model !== undefined && { model }),
    ...(dollarsPerPicture !== undefined && { dollarsPerPicture }),
    ...(references && { references }),
  }
}

type NamedQueue = Extract<NamedGenerator, { kind: 'queue' }>

function queueFields(named: NamedQueue, options: GeneratorOptions) {
  const { generatorModel, generatorPrice, generatorReferences, generatorTable: path } = options
  if (generatorModel !== undefined || generatorReferences) {
    throw new Error(
      '--generator-model and --generator-references are for servers with OpenAI’s interface.',
    )
  }
  const table = tableOf(named, path === undefined ? undefined : readTable(path)) as object
  const name = `${named.wire}:${named.model}`
  if (presetOf(name)?.commercial === false) {
    note([`The weights of ${name} are for research alone: not for commercial use.`])
  }
  return { table: generatorPrice === undefined ? table : { ...table, dollars: generatorPrice } }
}

function readTable(path: string): unknown {
  const text = readFileSync(path, 'utf8')
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${path} is not JSON.`)
  }
}

function preferred(text: string | undefined): string[] {
  const names = (text ?? '').split(',').flatMap((name) => name.trim() || [])
  const known: readonly string[] = PREFERRING_FEATURES
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return names
  throw new Error(`--generator-prefer takes ${known.join(', ')}, not ${unknown}.`)
}
