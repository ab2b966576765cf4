import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { ConsoleRequest } from '../http/console-request.ts'
import { RECIPES_ROUTES, type RecipesDeps } from '../routes/recipes-routes.ts'
import { type AnswerApiDeps, answerApi } from '../serve-console/answer-api.ts'

export type KeepRecipesDeps = RecipesDeps &
  Pick<AnswerApiDeps, 'sessions' | 'cookie' | 'audit' | 'once' | 'now' | 'signInAt'>

/** Answers a request about recipes, with the session and the checks of the admin API. */
export function keepRecipes(
  request: ConsoleRequest,
  requestId: string,
  deps: KeepRecipesDeps,
): Promise<APIGatewayProxyStructuredResultV2> {
  return answerApi<RecipesDeps>(request, requestId, {
    ...deps,
    routes: RECIPES_ROUTES,
    secrets: [],
  })
}
