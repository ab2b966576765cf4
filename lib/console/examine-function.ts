import { ArnFormat, Duration, Stack } from 'aws-cdk-lib'
import type { Function as LambdaFn } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import { grantActions, grantSecretRead, wildcardFinding } from '../constructs/grants.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import type { TaskService } from '../service/task-service.ts'
import type { ServicePagesProps } from './service-pages-props.ts'

/** What looks at both stacks and changes nothing: the console's `darkroom doctor`. */
export function examineFunction(scope: Construct, props: ServicePagesProps): LambdaFn {
  const { pipeline, service, records, environment } = props
  const { stores, workflow, batches } = pipeline
  const stacks = [pipeline, service].flatMap((one) => (one ? [Stack.of(one)] : []))
  const keys = {
    DROP_BUCKET_KEY: stores.drop.encryptionKey?.keyArn,
    RESULTS_BUCKET_KEY: stores.results.encryptionKey?.keyArn,
  }
  const { fn } = new SmallFunction(scope, 'Examine', {
    entry: 'functions/console/examine-stacks/handler.ts',
    environment: {
      ...environment,
      STACKS: JSON.stringify(stacks.map(({ stackName }) => stackName)),
      SERVICE_SECRET_ID: stores.secret.secretArn,
      WEBHOOK_URL: pipeline.webhookUrl,
      ...(service && {
        SERVICE_URL: service.url,
        SERVICE_KEYS_TABLE: service.stores.keys.tableName,
      }),
      ...Object.fromEntries(Object.entries(keys).filter(([, key]) => key !== undefined)),
    },
    memorySize: 1024,
    timeout: Duration.seconds(29),
  })
  grantActions(fn, ['dynamodb:GetItem', 'dynamodb:UpdateItem'], records.tableArn)
  grantSecretRead(fn, stores.secret)
  grantActions(fn, ['dynamodb:Query'], `${stores.jobs.tableArn}/index/byDay`)
  for (const { stateMachine } of [workflow, batches.workflow]) {
    grantActions(fn, ['states:ListExecutions'], stateMachine.stateMachineArn)
  }
  const looks = ['s3:ListBucket', 's3:GetEncryptionConfiguration']
  grantActions(fn, looks, stores.results.bucketArn)
  grantActions(
    fn,
    [...looks, 's3:GetBucketNotification', 's3:GetBucketVersioning'],
    stores.drop.bucketArn,
  )
  grantActions(fn, ['cloudwatch:DescribeAlarms', 'cloudwatch:GetMetricData', 'sqs:ListQueues'], '*')
  acknowledge(
    fn.role ?? fn,
    'IAM5[Resource::*]',
    'These are listed for a region; CloudWatch and SQS know no resources for that.',
  )
  for (const stack of stacks) grantQueues(fn, stack)
  if (service) grantConnection(fn, service)
  return fn
}

/** Queues are named after their stack, and no other's begin so. */
function grantQueues(fn: LambdaFn, stack: Stack): void {
  const resource = stack.formatArn({
    service: 'sqs',
    resource: `${stack.stackName}-*`,
    arnFormat: ArnFormat.NO_RESOURCE_NAME,
  })
  grantActions(fn, ['sqs:GetQueueAttributes'], resource)
  acknowledge(
    fn.role ?? fn,
    wildcardFinding(fn, resource),
    'The function counts what waits in the queues of this stack.',
  )
}

/** Whether the pipeline's key, units and endpoint are as they should be. */
function grantConnection(fn: LambdaFn, { stores }: TaskService): void {
  grantActions(fn, ['dynamodb:GetItem'], stores.keys.tableArn)
  grantActions(fn, ['dynamodb:Query'], stores.units.tableArn)
  grantActions(fn, ['dynamodb:Query'], stores.webhooks.tableArn)
}
