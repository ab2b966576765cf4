import { join } from 'node:path'
import { DropPipeline } from '@darkroom/cdk'
import { Duration, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Topic } from 'aws-cdk-lib/aws-sns'
import type { Construct } from 'constructs'

/** The pipeline alone, for a service somewhere else, with buckets, a secret and a topic that were there before. */
export class ProviderOnlyStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps = {}) {
    super(scope, id, props)
    const account = { account: '123456789012', region: 'eu-central-1' }
    new DropPipeline(this, 'Drop', {
      provider: {
        service: 'https://service.example.com',
        secret: Secret.fromSecretNameV2(this, 'ServiceSecret', 'studio/service'),
      },
      recipes: join(import.meta.dirname, 'recipes'),
      dropBucket: Bucket.fromBucketName(this, 'Uploads', 'studio-uploads'),
      results: {
        bucket: Bucket.fromBucketAttributes(this, 'Finished', {
          bucketName: 'studio-finished',
          ...account,
        }),
        prefix: 'darkroom/',
      },
      alarmTopic: Topic.fromTopicArn(
        this,
        'OnCall',
        `arn:aws:sns:${account.region}:${account.account}:on-call`,
      ),
      keep: { dropped: Duration.days(7) },
      concurrency: { drops: 20 },
      removalPolicy: RemovalPolicy.DESTROY,
      logRetention: RetentionDays.THREE_MONTHS,
    })
  }
}
