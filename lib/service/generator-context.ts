import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { parseGeneratorName } from '../../catalog/generator-settings.ts'
import { parseJsonText } from '../../catalog/parse-json-text.ts'
import type { GeneratorProps } from './generator-props.ts'

/** What an operator may set of a generator, each by its name in the CDK's context. */
const FIELDS = {
  bedrock: {
    generatorRegion: 'region',
    generatorModels: 'models',
    generatorVideoBucket: 'videoBucket',
    generatorDollarsPerTask: 'dollarsPerTask',
  },
  openai: {
    generatorModel: 'model',
    generatorPrivate: 'private',
    generatorReferences: 'references',
    generatorDollarsPerPicture: 'dollarsPerPicture',
    generatorDollarsPerTask: 'dollarsPerTask',
  },
} as const

const NUMBERS = ['dollarsPerTask', 'dollarsPerPicture']
const BOOLEANS = ['private', 'references']

/**
 * The generator in the CDK's context, in cdk.json or as `-c generator=bedrock` and `-c generator=openai:https://…/v1`
 * with the settings of {@link FIELDS}; undefined where there is none. Throws naming the setting.
 */
export function generatorInContext(scope: Construct): GeneratorProps | undefined {
  const given = (name: string): unknown => scope.node.tryGetContext(name)
  const name = given('generator')
  if (name === undefined || name === '' || name === 'embedded') return undefined
  const named = parseGeneratorName(String(name))
  const fields = Object.entries(FIELDS[named.kind]).flatMap(([setting, field]) => {
    const value = given(setting)
    return value === undefined ? [] : [[field, parseValue(setting, field, value)]]
  })
  const arn = given('generatorSecretArn')
  return {
    ...named,
    ...Object.fromEntries(fields),
    ...(arn !== undefined && {
      secret: Secret.fromSecretCompleteArn(scope, 'GivenGeneratorSecret', String(arn)),
    }),
  }
}

function parseValue(setting: string, field: string, value: unknown): unknown {
  if (field === 'models') return typeof value === 'string' ? parseJson(setting, value) : value
  if (NUMBERS.includes(field)) {
    if (Number.isFinite(Number(value)) && Number(value) >= 0) return Number(value)
    throw new Error(`${setting} must be a number of 0 or more.`)
  }
  if (!BOOLEANS.includes(field)) return String(value)
  if (String(value) === 'true' || String(value) === 'false') return String(value) === 'true'
  throw new Error(`${setting} must be true or false.`)
}

function parseJson(setting: string, text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    throw new Error(`${setting} must be JSON such as {"inpaint":"us.stability.…"}.`)
  }
}
