import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { dynamoDeliveryStore } from './dynamo-delivery-store.ts'
import { dynamoEndpointStore } from './dynamo-endpoint-store.ts'
import type { WebhookStore } from './webhook-store.ts'

/** Endpoints and deliveries together in one DynamoDB table. */
export const dynamoWebhookStore = (
  dynamo: DynamoDBDocumentClient,
  table: string,
): WebhookStore => ({
  ...dynamoEndpointStore(dynamo, table),
  ...dynamoDeliveryStore(dynamo, table),
})
