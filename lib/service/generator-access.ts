import { Stack } from 'aws-cdk-lib'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Construct } from 'constructs'
import type { GeneratorOffer } from '../../catalog/generator/generator.ts'
import {
  BEDROCK_REGIONS,
  BEDROCK_VIDEO_REGION,
  type BedrockSettings,
  checkGeneratorSettings,
  dollarsPerPicture,
  type GeneratorSettings,
  modelsOf,
  offerOf,
  tableOf,
} from '../../catalog/generator/generator-settings.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AnySecret } from '../constructs/any-secret.ts'
import { grantActions, grantSecretRead } from '../constructs/grants.ts'
import type { GeneratorProps } from './generator-props.ts'

/** What the functions of a service need to ask its generator: settings, the secret with its key, rights. */
export class GeneratorAccess extends Construct {
  private readonly settings: GeneratorSettings
  /** With the generator's key; absent where rights take its place. */
  readonly secret: AnySecret | undefined

  /** Throws naming the setting that cannot be used. */
  constructor(scope: Construct, id: string, { secret, ...given }: GeneratorProps) {
    super(scope, id)
    this.settings = checkGeneratorSettings(
      given.kind === 'queue' ? { ...given, table: tableOf(given, given.table) } : given,
    )
    this.secret = this.settings.kind === 'bedrock' ? undefined : (secret ?? this.makeSecret())
  }

  /** The most dollars that a picture costs. */
  get dollarsPerPicture(): number {
    return dollarsPerPicture(this.settings)
  }

  /** The settings as JSON. They hold no key. */
  get described(): string {
    return JSON.stringify(this.settings)
  }

  /** What it can do. */
  get offer(): GeneratorOffer {
    return offerOf(this.settings)
  }

  /** The variables of functions that only have to know what the generator can do. */
  get offerEnvironment(): Record<string, string> {
    return { GENERATOR: this.described }
  }

  /** The variables of functions that ask it. */
  get environment(): Record<string, string> {
    const arn = this.secret?.secretArn
    return { ...this.offerEnvironment, ...(arn && { GENERATOR_SECRET_ARN: arn }) }
  }

  /** Lets `fn` ask the generator, and nothing else of its service. */
  grantUse(fn: IFunction): void {
    if (this.secret) grantSecretRead(fn, this.secret)
    if (this.settings.kind === 'bedrock') grantModels(fn, this.settings)
  }

  private makeSecret(): Secret {
    const secret = new Secret(this, 'Key', {
      description: 'Darkroom: the key of the generator; apiKey stays empty where it wants none.',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ apiKey: '' }),
        generateStringKey: 'unused',
      },
    })
    acknowledge(
      secret,
      'SMG4',
      'The value is a key of another system: rotating it is making a key there and setting it here.',
    )
    return secret
  }
}

function grantModels(fn: IFunction, settings: BedrockSettings): void {
  const { video, ...pictures } = modelsOf(settings)
  for (const model of new Set(Object.values(pictures))) {
    for (const arn of modelArns(fn, model, settings.region)) {
      grantActions(fn, ['bedrock:InvokeModel'], arn)
    }
  }
  const { videoBucket: bucket } = settings
  if (bucket === undefined) return
  const { partition, account } = Stack.of(fn)
  const region = BEDROCK_VIDEO_REGION
  grantActions(
    fn,
    ['bedrock:InvokeModel'],
    `arn:${partition}:bedrock:${region}::foundation-model/${video}`,
  )
  const invocations = `arn:${partition}:bedrock:${region}:${account}:async-invoke/*`
  grantActions(fn, ['bedrock:GetAsyncInvoke'], invocations)
  // Bedrock writes with the rights of who began the video.
  const objects = `arn:${partition}:s3:::${bucket}/darkroom-videos/*`
  grantActions(fn, ['s3:PutObject', 's3:GetObject'], objects)
  acknowledge(
    fn.role ?? fn,
    `IAM5[Resource::arn:<AWS::Partition>:bedrock:${region}:<AWS::AccountId>:async-invoke/*]`,
    'Bedrock names an invocation when it begins; looking at one is all that is allowed.',
  )
  acknowledge(
    fn.role ?? fn,
    `IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/darkroom-videos/*]`,
    'Videos have names made at run time; the prefix is all that is reached.',
  )
}

/**
 * What a right to invoke a model names. An inference profile (`us.…`) is named itself, in the region it is called in,
 * and so is the model behind it in every region it may run in (Bedrock User Guide, "Prerequisites for inference
 * profiles").
 */
function modelArns(fn: IFunction, model: string, region: string): string[] {
  const { partition, account } = Stack.of(fn)
  const behind = /^us\.(.*)/.exec(model)?.[1]
  if (behind === undefined) return [`arn:${partition}:bedrock:${region}::foundation-model/${model}`]
  return [
    `arn:${partition}:bedrock:${region}:${account}:inference-profile/${model}`,
    ...BEDROCK_REGIONS.map(
      (each) => `arn:${partition}:bedrock:${each}::foundation-model/${behind}`,
    ),
  ]
}
