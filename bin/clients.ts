import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { S3Client } from '@aws-sdk/client-s3'
import { SFNClient } from '@aws-sdk/client-sfn'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { type LocalAddresses, readAddresses } from '../local/run/addresses.ts'

/** The clients of a running `npm start`, and where its things are. */
export type LocalClients = {
  at: LocalAddresses
  s3: S3Client
  db: DynamoDBDocumentClient
  sfn: SFNClient
}

/** Connects to the local run of a data folder. Throws, saying how to start one, when none is there. */
export const localClients = (dataDir: string): LocalClients => connect(readAddresses(dataDir))

/** Clients for given addresses. */
export const connect = (at: LocalAddresses): LocalClients => {
  const { region, accessKeyId, secretAccessKey } = at
  const shared = { region, credentials: { accessKeyId, secretAccessKey } }
  return {
    at,
    s3: new S3Client({ ...shared, endpoint: at.s3Endpoint, forcePathStyle: true }),
    db: DynamoDBDocumentClient.from(
      new DynamoDBClient({ ...shared, endpoint: at.dynamodbEndpoint }),
    ),
    sfn: new SFNClient({ ...shared, endpoint: at.stepFunctionsEndpoint }),
  }
}
