import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb'
import { SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'

const dynamo = new DynamoDBClient({})
const workflows = new SFNClient({})

/** Counts the deliveries of each dropped key and starts one execution for it; a key with `poison` in it fails. */
export async function handler(event: SQSEvent): Promise<SQSBatchResponse> {
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = []
  for (const { messageId, body } of event.Records) {
    const key: string = JSON.parse(body).detail.object.key
    if (key.includes('poison')) {
      batchItemFailures.push({ itemIdentifier: messageId })
      continue
    }
    await dynamo.send(
      new UpdateItemCommand({
        TableName: process.env['TABLE'],
        Key: { id: { S: key } },
        UpdateExpression: 'ADD deliveries :one',
        ExpressionAttributeValues: { ':one': { N: '1' } },
      }),
    )
    const name = key.replaceAll(/[^A-Za-z0-9]/g, '-')
    const input = JSON.stringify({ id: name })
    await workflows.send(
      new StartExecutionCommand({ stateMachineArn: process.env['MACHINE'], name, input }),
    )
  }
  return { batchItemFailures }
}
