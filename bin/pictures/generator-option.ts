import { Option } from 'commander'
import {
  checkGeneratorSettings,
  type OpenAiSettings,
  parseGeneratorName,
} from '../../catalog/generator/generator-settings.ts'

/** What `--generator` and its companions come to. */
export type GeneratorOptions = {
  generator?: string
  generatorModel?: string
  generatorPrivate?: true
  generatorPrice?: number
}

/** A generator as a command was given it. */
export type GivenGenerator = { settings: OpenAiSettings; key: string | undefined }

/** The options that name a generator on this machine or elsewhere; all of them can be given by environment. */
export function generatorOptions(): Option[] {
  return [
    new Option(
      '--generator <url>',
      'a server with OpenAI’s /images/edits that makes what must be invented, https://…/v1; ' +
        'its key is read from DARKROOM_GENERATOR_KEY',
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
  ]
}

/**
 * The generator that options name; undefined where they name none. Its key stays out of options, which other users of
 * the machine can read.
 * @throws Error that says what cannot be used
 */
export function generatorIn({
  generator,
  generatorModel: model,
  generatorPrivate,
  generatorPrice: dollarsPerPicture,
}: GeneratorOptions): GivenGenerator | undefined {
  if (generator === undefined || generator === '' || generator === 'embedded') return undefined
  const named = parseGeneratorName(generator)
  if (named.kind === 'bedrock') {
    throw new Error(
      'On this machine no AWS account is reached. Deploy with -c generator=bedrock, or name a server that fronts ' +
        'Bedrock with OpenAI’s interface.',
    )
  }
  if (named.url.startsWith('http:') && !generatorPrivate) {
    throw new Error(`${new URL(named.url).host} is asked without TLS: add --generator-private.`)
  }
  const settings = checkGeneratorSettings({
    ...named,
    ...(model !== undefined && { model }),
    ...(dollarsPerPicture !== undefined && { dollarsPerPicture }),
    private: generatorPrivate === true,
  }) as OpenAiSettings
  return { settings, key: process.env['DARKROOM_GENERATOR_KEY'] || undefined }
}
