import { Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Key } from 'aws-cdk-lib/aws-kms'
import { Bucket, BucketEncryption, type CfnBucket, EventType } from 'aws-cdk-lib/aws-s3'
import { SnsDestination } from 'aws-cdk-lib/aws-s3-notifications'
import { Topic } from 'aws-cdk-lib/aws-sns'
import { expect, test } from 'vitest'
import type { AnyBucket } from '../../lib/constructs/any-bucket.ts'
import { DropPipeline, type ResultsProps } from '../../lib/pipeline/drop-pipeline.ts'
import { unbundledApp } from './unbundled-app.ts'

const provider = { service: 'https://example.com' }
const PLACE = { region: 'eu-west-1', account: '111122223333' }

function inStack(env?: typeof PLACE): Stack {
  return new Stack(unbundledApp(), 'Mine', env && { env })
}

function pipelineOn(stack: Stack, dropBucket?: AnyBucket, results?: ResultsProps): DropPipeline {
  return new DropPipeline(stack, 'Drop', { provider, dropBucket, results })
}

function tellTopic(bucket: Bucket): void {
  const topic = new Topic(Stack.of(bucket), `Of${bucket.node.id}`)
  bucket.addEventNotification(EventType.OBJECT_CREATED, new SnsDestination(topic))
}

/** What the construct library's resource makes a bucket tell. */
function toldBy(stack: Stack): object[] {
  const resources = Template.fromStack(stack).findResources('Custom::S3BucketNotifications')
  return Object.values(resources).map(({ Properties }) => Properties.NotificationConfiguration)
}

test('a notification that is added to the pipeline’s own bucket leaves EventBridge on', () => {
  const stack = inStack()
  const { stores } = pipelineOn(stack)
  tellTopic(stores.drop as unknown as Bucket)
  expect(toldBy(stack)).toEqual([
    { EventBridgeConfiguration: {}, TopicConfigurations: [expect.anything()] },
  ])
})

test('no notification of its own is needed: the bucket’s own property switches EventBridge on', () => {
  const stack = inStack()
  pipelineOn(stack)
  expect(toldBy(stack)).toEqual([])
})

test.each([
  ['as it is', (bucket: Bucket) => void bucket],
  ['told to a topic', tellTopic],
  [
    'by its own property, which a notification replaces',
    (bucket: Bucket) => {
      const made = bucket.node.defaultChild as CfnBucket
      made.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } }
      tellTopic(bucket)
    },
  ],
])('refuses a bucket of the same app that does not tell EventBridge: %s', (_, change) => {
  const stack = inStack()
  const bucket = new Bucket(stack, 'Uploads', { versioned: true })
  pipelineOn(stack, bucket)
  change(bucket)
  expect(() => Template.fromStack(stack)).toThrow(
    /dropBucket: Mine\/Uploads\/Resource does not tell EventBridge .*eventBridgeEnabled: true/,
  )
})

test('takes one that does, also where that is said after the pipeline', () => {
  const stack = inStack()
  const bucket = new Bucket(stack, 'Uploads', { versioned: true })
  pipelineOn(stack, bucket)
  tellTopic(bucket)
  bucket.enableEventBridgeNotification()
  expect(() => Template.fromStack(stack)).not.toThrow()
})

test('warns of a bucket without versions', () => {
  const stack = inStack()
  pipelineOn(stack, new Bucket(stack, 'Uploads', { eventBridgeEnabled: true }))
  const warnings = stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata)
    .filter(({ type }) => type === 'aws:cdk:warning')
  expect(JSON.stringify(warnings)).toContain('keeps no versions')
})

test.each([
  [{ region: 'us-east-1' }, 'dropBucket lies in us-east-1, and the pipeline in eu-west-1'],
  [{ account: '444455556666' }, 'the account 444455556666, and the pipeline in 111122223333'],
])('refuses a bucket that is said to lie in %o', (elsewhere, words) => {
  const stack = inStack(PLACE)
  const bucketName = 'uploads'
  const bucket = Bucket.fromBucketAttributes(stack, 'Uploads', { bucketName, ...elsewhere })
  expect(() => pipelineOn(stack, bucket)).toThrow(words)
})

test('refuses a bucket with a key that it does not name, for drops and for results', () => {
  const stack = inStack()
  const props = { versioned: true, eventBridgeEnabled: true }
  const [uploads, finished] = ['Uploads', 'Finished'].map((id) => {
    const bucket = new Bucket(stack, id, props)
    ;(bucket.node.defaultChild as CfnBucket).bucketEncryption = {
      serverSideEncryptionConfiguration: [
        {
          serverSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: 'alias/ours' },
        },
      ],
    }
    return bucket
  })
  pipelineOn(stack, uploads, { bucket: finished! })
  expect(() => Template.fromStack(stack)).toThrow(
    /dropBucket: Mine\/Uploads[\s\S]*results\.bucket: Mine\/Finished/,
  )
})

test('lets the functions use the key of a bucket, each as it reads or writes, and no star', () => {
  const stack = inStack()
  const bucket = new Bucket(stack, 'Uploads', {
    versioned: true,
    eventBridgeEnabled: true,
    encryption: BucketEncryption.KMS,
    encryptionKey: new Key(stack, 'Ours'),
  })
  pipelineOn(stack, bucket, { inDropBucket: true })
  const policies = Template.fromStack(stack).findResources('AWS::IAM::Policy')
  const uses = Object.entries(policies).flatMap(([id, { Properties }]) =>
    (Properties.PolicyDocument.Statement as { Action: string | string[] }[])
      .flatMap(({ Action }) => Action)
      .filter((action) => action.startsWith('kms:'))
      .map(
        (action) => `${id.replace(/^Drop(?:Steps|DropListener)?|ServiceRole\w+$/g, '')} ${action}`,
      ),
  )
  const of = (verb: string) => new Set(uses.filter((use) => use.startsWith(verb)))
  expect(of('Prepare').size).toBe(2)
  expect(of('Start').size).toBe(1)
  expect(uses.filter((use) => !/kms:(?:Decrypt|GenerateDataKey)$/.test(use))).toEqual([])
})
