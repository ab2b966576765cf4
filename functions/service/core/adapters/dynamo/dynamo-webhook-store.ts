import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { WebhookStore } from '../../ports/webhook-store.ts'
import { dynamoDeliveryStore } from './dynamo-delivery-store.ts'
import { dynamoEndpointStore } from './dynamo-endpoint-store.ts'

/** Endpoints and deliveries in one DynamoDB table. */
export function dynamoWebhookStore(dynamo: DynamoDBDocumentClient, table: string): WebhookStore {
  return {
    ...dynamoEndpointStore(dynamo, table),
    ...dynamoDeliveryStore(dynamo, table),
  }
}
