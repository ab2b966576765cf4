import { z } from 'zod'
import { Cors } from '../gateway/cors.ts'
import type { Route } from '../gateway/match-route.ts'
import { type AssemblyModel, readProperties } from '../template/resource.ts'
import { TemplateError } from '../template/template.ts'

const Integration = z.object({
  ApiId: z.string(),
  IntegrationType: z.literal('AWS_PROXY', { error: 'IntegrationType must be AWS_PROXY' }),
  IntegrationUri: z.string(),
  PayloadFormatVersion: z.literal('2.0', { error: 'PayloadFormatVersion must be 2.0' }),
  TimeoutInMillis: z.coerce.number().int().min(50).max(30_000).default(30_000),
})

const RoutePlan = z.object({ ApiId: z.string(), RouteKey: z.string(), Target: z.string() })
const Stage = z.object({ ApiId: z.string(), StageName: z.string() })
const Api = z.object({ CorsConfiguration: Cors.optional() })

/** An HTTP API of the stacks: its routes and its CORS rules. */
export type ApiPlan = {
  readonly apiId: string
  readonly routes: Route[]
  readonly cors: Cors | undefined
}

/**
 * The HTTP APIs of the stacks by `stack/logicalId`.
 * @throws TemplateError for a stage other than `$default`, or a route without an integration
 */
export function readApis(model: AssemblyModel): Map<string, ApiPlan> {
  for (const stage of model.ofType('AWS::ApiGatewayV2::Stage')) {
    const { StageName } = readProperties(stage, Stage)
    if (StageName !== '$default') {
      throw new TemplateError(`${stage.stack}/${stage.logicalId}: StageName must be $default`)
    }
  }
  const plans = model.ofType('AWS::ApiGatewayV2::Api').map((api) => {
    const apiId = api.identity().ref
    const { CorsConfiguration: cors } = readProperties(api, Api)
    return [
      `${api.stack}/${api.logicalId}`,
      { apiId, routes: readRoutes(model, apiId), cors },
    ] as const
  })
  return new Map(plans)
}

function readRoutes(model: AssemblyModel, apiId: string): Route[] {
  const integrations = new Map(
    model
      .ofType('AWS::ApiGatewayV2::Integration')
      .map((resource) => [resource.identity().ref, readProperties(resource, Integration)]),
  )
  return model
    .ofType('AWS::ApiGatewayV2::Route')
    .map((resource) => ({ resource, plan: readProperties(resource, RoutePlan) }))
    .filter(({ plan }) => plan.ApiId === apiId)
    .map(({ resource, plan }) => {
      const integration = integrations.get(plan.Target.replace('integrations/', ''))
      if (!integration)
        throw new TemplateError(`${resource.stack}/${resource.logicalId}: no integration`)
      const functionArn = /arn:[^:/]+:lambda:[^/]+/.exec(integration.IntegrationUri)?.[0]
      return {
        key: plan.RouteKey,
        functionArn: functionArn ?? integration.IntegrationUri,
        timeoutMs: integration.TimeoutInMillis,
      }
    })
}
