import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { z } from 'zod'
import { ensureTable } from '../dynamodb/ensure-table.ts'
import type { ExpiringTable } from '../dynamodb/expire-items.ts'
import { sweepTables } from '../dynamodb/sweep-tables.ts'
import { TablePlan } from '../dynamodb/table-plan.ts'
import { CorsRule } from '../s3/cors.ts'
import { GenerateSecret, generateSecret } from '../secrets/generate-secret.ts'
import { QueueAttributes } from '../sqs/queue-attributes.ts'
import { type AssemblyModel, type Resource, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'
import type { RunContext, Services } from './run-context.ts'

/** Creates the tables, buckets, queues and secrets of the stacks. Those of an earlier run keep their content. */
export async function createResources(
  model: AssemblyModel,
  services: Services,
  context: RunContext,
): Promise<void> {
  for (const queue of model.ofType('AWS::SQS::Queue')) createQueue(queue, services)
  for (const secret of model.ofType('AWS::SecretsManager::Secret')) createSecret(secret, services)
  for (const bucket of model.ofType('AWS::S3::Bucket')) await createBucket(bucket, services)
  await createTables(model, services, context)
}

const Queue = z.object({ RedrivePolicy: z.record(z.string(), z.unknown()).optional() })

function createQueue(resource: Resource, { sqs }: Services): void {
  const properties = resource.properties()
  if (properties['FifoQueue']) {
    throw new TemplateError(`${resource.stack}/${resource.logicalId}: FifoQueue cannot run locally`)
  }
  const { RedrivePolicy } = readProperties(resource, Queue)
  const attributes = QueueAttributes.parse({
    ...properties,
    ...(RedrivePolicy ? { RedrivePolicy: JSON.stringify(RedrivePolicy) } : {}),
  })
  sqs.store.putQueue(resource.identity().name, attributes)
}

const SecretPlan = z.object({
  SecretString: z.string().optional(),
  GenerateSecretString: GenerateSecret.optional(),
})

function createSecret(resource: Resource, { secrets }: Services): void {
  const { SecretString, GenerateSecretString } = readProperties(resource, SecretPlan)
  const { name, ref } = resource.identity()
  const text =
    SecretString ?? (GenerateSecretString && (() => generateSecret(GenerateSecretString)))
  secrets.ensure(name, ref, typeof text === 'string' ? () => text : text)
}

const Bucket = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional(),
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
  NotificationConfiguration: z
    .strictObject(
      { EventBridgeConfiguration: z.unknown() },
      { error: 'NotificationConfiguration: only EventBridgeConfiguration runs locally' },
    )
    .optional(),
})

async function createBucket(resource: Resource, { s3 }: Services): Promise<void> {
  const plan = readProperties(resource, Bucket)
  await s3.createBucket(resource.identity().name, {
    versioned: plan.VersioningConfiguration?.Status === 'Enabled',
    notify: plan.NotificationConfiguration !== undefined,
    cors: plan.CorsConfiguration?.CorsRules ?? [],
  })
}

async function createTables(
  model: AssemblyModel,
  services: Services,
  context: RunContext,
): Promise<void> {
  const { region, credentials, shutdown, options } = context
  const client = new DynamoDBClient({ endpoint: services.dynamodb.url, region, credentials })
  const expiring: ExpiringTable[] = []
  for (const resource of model.ofType('AWS::DynamoDB::Table')) {
    const plan = readProperties(resource, TablePlan)
    const { name } = resource.identity()
    await ensureTable(client, name, plan)
    const limit = plan.TimeToLiveSpecification
    const keys = plan.KeySchema.map((key) => key.AttributeName)
    if (limit?.Enabled) expiring.push({ name, attribute: limit.AttributeName, keys })
  }
  const { clock } = options
  const sweeper = sweepTables(client, expiring, clock ? { clock } : {})
  shutdown.add('work', async () => {
    await sweeper.stop()
    client.destroy()
  })
}
