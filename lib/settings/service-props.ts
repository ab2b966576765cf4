import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import type { GeneratorProps } from '../service/generator-props.ts'
import type { ModelFilesProps, TaskServiceProps } from '../service/task-service.ts'
import type { Settings } from './settings.ts'

/** What the settings make of a task service in `scope`, apart from the life of what it keeps. */
export function serviceProps(scope: Construct, settings: Settings): TaskServiceProps {
  const { rateLimitWindow: perWindow, rateLimitSecond: perSecond } = settings
  return {
    rateLimit: { ...(perWindow && { perWindow }), ...(perSecond && { perSecond }) },
    throttle: { perSecond: settings.throttlePerSecond, burst: settings.throttleBurst },
    uploadBytesPerDay: settings.uploadBytesPerDay,
    featureConcurrency: settings.featureConcurrency,
    pictureTaskWorkers: settings.pictureTaskWorkers,
    videoTaskWorkers: settings.videoTaskWorkers,
    videoWorkers: settings.videoWorkers,
    ffmpegLayer: settings.ffmpegLayer,
    pageOrigins: [
      ...(settings.pageOrigins ?? []),
      ...(settings.consoleOrigin === undefined ? [] : [settings.consoleOrigin]),
    ],
    generator: generatorOf(scope, settings),
    models: modelFilesOf(scope, settings),
  } as TaskServiceProps
}

/** Each of the two kinds takes some of the settings; those that are of the other are left out. */
function generatorOf(scope: Construct, settings: Settings): GeneratorProps | undefined {
  const { generator, generatorSecretArn: arn } = settings
  if (generator === undefined) return undefined
  return given({
    ...generator,
    prefer: settings.generatorPrefer?.split(',').map((name) => name.trim()),
    ...(generator.kind === 'queue' && {
      table: settings.generatorTable,
      private: settings.generatorPrivate,
    }),
    ...(generator.kind === 'bedrock' && {
      region: settings.generatorRegion,
      models: settings.generatorModels,
      videoBucket: settings.generatorVideoBucket,
    }),
    ...(generator.kind === 'openai' && {
      model: settings.generatorModel,
      private: settings.generatorPrivate,
      references: settings.generatorReferences,
      dollarsPerPicture: settings.generatorDollarsPerPicture,
    }),
    dollarsPerTask: settings.generatorDollarsPerTask,
    secret: arn && Secret.fromSecretCompleteArn(scope, 'GivenGeneratorSecret', arn),
  }) as GeneratorProps
}

/** Without what was not set: a default would be lost behind an undefined. */
function given<T extends object>(all: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}

function modelFilesOf(
  scope: Construct,
  { models, modelsSeconds: seconds, modelsMegabytes: megabytes }: Settings,
): ModelFilesProps | undefined {
  if (models === undefined) return undefined
  return {
    bucket: Bucket.fromBucketName(scope, 'ModelFiles', models.bucket),
    prefix: models.prefix,
    seconds,
    megabytes,
  }
}
