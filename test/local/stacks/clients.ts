import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { EventBridgeClient } from '@aws-sdk/client-eventbridge'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import { SFNClient } from '@aws-sdk/client-sfn'
import { SQSClient } from '@aws-sdk/client-sqs'
import type { LocalStacks } from '../../../local/stacks/local-stacks.ts'

/** SDK clients of running stacks. */
export function clientsOf({ endpoints, region, credentials }: LocalStacks) {
  const at = (endpoint: string) => ({ endpoint, region, credentials, maxAttempts: 1 })
  return {
    s3: new S3Client(at(endpoints.s3)),
    dynamo: new DynamoDBClient(at(endpoints.dynamodb)),
    sqs: new SQSClient(at(endpoints.sqs)),
    workflows: new SFNClient(at(endpoints.stepFunctions)),
    secrets: new SecretsManagerClient(at(endpoints.secretsManager)),
    events: new EventBridgeClient(at(endpoints.eventBridge)),
  }
}

/** Puts a small object in the small stack's bucket. */
export async function drop(stacks: LocalStacks, Key: string): Promise<void> {
  const Bucket = stacks.resource('Stores/Drop').name
  await clientsOf(stacks).s3.send(new PutObjectCommand({ Bucket, Key, Body: 'a picture' }))
}

/** An item of the small stack's table. */
export async function item(stacks: LocalStacks, id: string) {
  const TableName = stacks.resource('Stores/Table').name
  const found = await clientsOf(stacks).dynamo.send(
    new GetItemCommand({ TableName, Key: { id: { S: id } } }),
  )
  return found.Item
}
