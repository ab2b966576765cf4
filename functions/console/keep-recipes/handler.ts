import { S3Client } from '@aws-sdk/client-s3'
import middy from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createDynamoClient } from '../../dynamo.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { dynamoOnce } from '../changes/once.ts'
import { consoleRequestOf } from '../http/console-request.ts'
import { sessionDeps } from '../wiring.ts'
import { type KeepRecipesDeps, keepRecipes } from './keep-recipes.ts'

const db = createDynamoClient()

const deps: KeepRecipesDeps = {
  ...sessionDeps(db),
  recipes: { s3: new S3Client({}), bucket: env('DROP_BUCKET') },
  once: dynamoOnce(db, env('CONSOLE_TABLE')),
}

/** Recipes and the catalogue that they are made from, behind the same HTTP API as the page. */
export const handler = middy<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2>().handler(
  (event, { awsRequestId }) =>
    withRequestId(awsRequestId, () => keepRecipes(consoleRequestOf(event), awsRequestId, deps)),
)
