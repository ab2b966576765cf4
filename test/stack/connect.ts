import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SFNClient } from '@aws-sdk/client-sfn'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import type { LocalAddresses } from '../../local/run/addresses.ts'

/** The tables that the tests read, by what they hold. */
export type Tables = Record<'jobs' | 'inbox' | 'tasks' | 'units' | 'webhooks', string>

/** SDK clients of a running stack, and the names of its resources. */
export type Connection = {
  at: LocalAddresses
  tables: Tables
  s3: S3Client
  db: DynamoDBDocumentClient
  sfn: SFNClient
}

/** Connects to a run by its address file. */
export async function connect(at: LocalAddresses): Promise<Connection> {
  const { region, accessKeyId, secretAccessKey } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  const dynamo = new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint })
  const { TableNames = [] } = await dynamo.send(new ListTablesCommand({}))
  const named = (part: string): string => {
    const found = TableNames.filter((name) => name.includes(`Stores${part}`))
    if (found.length === 1 && found[0]) return found[0]
    throw new Error(`One table must hold the ${part}; there are: ${TableNames.join(', ')}`)
  }
  return {
    at,
    tables: {
      jobs: at.jobsTable,
      inbox: named('Inbox'),
      tasks: named('Tasks'),
      units: named('Units'),
      webhooks: named('Webhooks'),
    },
    s3: new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true }),
    db: DynamoDBDocumentClient.from(dynamo),
    sfn: new SFNClient({ ...shared, endpoint: at.stepFunctionsEndpoint }),
  }
}
