import { Duration } from 'aws-cdk-lib'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'
import { parseBudget } from '../../catalog/costs/budget.ts'
import type { DropPipelineProps } from '../pipeline/drop-pipeline.ts'
import { retentionOf } from './retention-of.ts'
import type { Settings } from './settings.ts'

/** What the settings make of a pipeline in `scope`, apart from the service it drives. */
export function pipelineProps(
  scope: Construct,
  settings: Settings,
): Omit<DropPipelineProps, 'provider'> {
  const { recipes, dropBucket, drops, looks, openFiles, budget, unitPrice, alarmTopicArn } =
    settings
  return {
    ...retentionOf(settings),
    recipes,
    dropBucket: bucketNamed(scope, 'GivenDropBucket', dropBucket, settings.dropBucketKey),
    results: resultsOf(scope, settings),
    keep: {
      dropped: inDays(settings.keepDroppedDays),
      formerVersions: inDays(settings.keepFormerVersionsDays),
      results: inDays(settings.keepResultsDays),
    },
    concurrency: { drops, looks, openFiles },
    throttle: { perSecond: settings.webhookPerSecond, burst: settings.webhookBurst },
    spending: { ...(budget !== undefined && { budget: parseBudget(budget) }), unitPrice },
    ffmpegLayer: settings.ffmpegLayer,
    pageOrigins: settings.consoleOrigin === undefined ? [] : [settings.consoleOrigin],
    overrides: settings.overrides,
    retryOverrides: settings.retryOverrides,
    notify: notifyOf(scope, settings),
    alarmLimits: {
      oldestFile: inMinutes(settings.oldestFileMinutes),
      stuckCallback: inMinutes(settings.stuckCallbackMinutes),
      failureShare: settings.failureShare,
      dollarsPerDay: settings.dollarsPerDay,
      unitsPerDay: settings.unitsPerDay,
    },
    alarmTopic: alarmTopicArn && Topic.fromTopicArn(scope, 'GivenAlarmTopic', alarmTopicArn),
  } as Omit<DropPipelineProps, 'provider'>
}

/** The service's secret, where one is given. */
export function importedSecret(scope: Construct, { serviceSecretArn: arn }: Settings) {
  return arn === undefined
    ? undefined
    : Secret.fromSecretCompleteArn(scope, 'GivenServiceSecret', arn)
}

function resultsOf(scope: Construct, settings: Settings) {
  const { resultsBucket, resultsPrefix: prefix, resultsInDropBucket: inDropBucket } = settings
  const key = settings.resultsBucketKey
  const bucket = bucketNamed(scope, 'GivenResultsBucket', resultsBucket, key)
  return {
    ...(bucket && { bucket }),
    ...(prefix && { prefix }),
    ...(inDropBucket && { inDropBucket }),
  }
}

function notifyOf(scope: Construct, settings: Settings) {
  const { notifyTopic: topic, notifyWebhook: url, notifySecretArn: arn } = settings
  return {
    topic: topic === 'true' ? true : topic && Topic.fromTopicArn(scope, 'GivenNoticeTopic', topic),
    webhook: url && {
      url,
      secret: arn && Secret.fromSecretCompleteArn(scope, 'GivenNoticeSecret', arn),
    },
    statuses: settings.notifyStatuses,
  }
}

function bucketNamed(
  scope: Construct,
  id: string,
  bucketName: string | undefined,
  key: string | undefined,
) {
  if (bucketName === undefined) return undefined
  const encryptionKey = key && Key.fromKeyArn(scope, `${id}Key`, key)
  return Bucket.fromBucketAttributes(scope, id, {
    bucketName,
    ...(encryptionKey && { encryptionKey }),
  })
}

function inDays(count: number | undefined) {
  return count === undefined ? undefined : Duration.days(count)
}

function inMinutes(count: number | undefined) {
  return count === undefined ? undefined : Duration.seconds(Math.round(count * 60))
}
