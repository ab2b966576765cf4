import type { S3Client } from '@aws-sdk/client-s3'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { RECIPES_ROUTES } from '../routes/recipes-routes.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type KeepRecipesDeps = Pick<
  AnswerApiDeps,
  'sessions' | 'cookie' | 'audit' | 'once' | 'now' | 'signInAt'
> & {
  /** Where recipes lie: all of the pipeline that this function reaches. */
  recipes: { s3: S3Client; bucket: string }
}

/** Answers a request about recipes, with the session and the checks of the admin API. */
export function keepRecipes(
  request: ConsoleRequest,
  requestId: string,
  { recipes: { s3, bucket }, ...deps }: KeepRecipesDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  const pipeline = { s3, at: { dropBucket: bucket } } as AnswerApiDeps['pipeline']
  const linkTo = () => Promise.reject(new Error('A recipe leads to no file.'))
  return answerApi(request, requestId, {
    ...deps,
    routes: RECIPES_ROUTES,
    pipeline,
    secrets: [],
    linkTo,
  })
}
