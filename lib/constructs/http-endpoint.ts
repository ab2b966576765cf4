import { type Duration, RemovalPolicy } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, type HttpMethod, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { throttleOf } from './throttle.ts'

export type HttpRoute = {
  readonly handler: IFunction
  readonly method: HttpMethod
  /** `/webhook`, or `/{proxy+}` for every path no other route has. */
  readonly path: string
  /** Why requests are let through to the function without an authorizer. */
  readonly openBecause: string
}

export type HttpEndpointProps = {
  readonly routes: readonly HttpRoute[]
  /** What `throttleOf` makes of the properties. */
  readonly throttle: ReturnType<typeof throttleOf>
}

/** An HTTP API with routes to functions, an access log and a brake on floods. */
export class HttpEndpoint extends Construct {
  /** `https://…` without a slash at the end. */
  readonly url: string
  readonly apiId: string

  private readonly api: HttpApi

  constructor(scope: Construct, id: string, { routes, throttle }: HttpEndpointProps) {
    super(scope, id)
    const api = new HttpApi(this, 'Api', { createDefaultStage: false })
    const log = new LogGroup(this, 'AccessLog', {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    })
    api.addStage('Stage', {
      stageName: '$default',
      autoDeploy: true,
      throttle,
      accessLogSettings: {
        destination: new LogGroupLogDestination(log),
        format: AccessLogFormat.custom(ACCESS_LOG),
      },
    })
    for (const { path, method, handler, openBecause } of routes) {
      const integration = new HttpLambdaIntegration('Handler', handler)
      const added = api.addRoutes({ path, methods: [method], integration })
      for (const route of added) acknowledge(route, 'APIG4', openBecause)
    }
    this.api = api
    this.url = api.apiEndpoint
    this.apiId = api.apiId
  }

  /** Requests that were answered with 5xx, by the function or because it gave no answer. */
  serverErrors(period: Duration): Metric {
    return this.api.metricServerError({ period, statistic: 'sum' })
  }
}

/**
 * No path, no query string and no headers: clients put credentials into all of them. `requestId` is what the function
 * logs under and the service answers with.
 */
const ACCESS_LOG = JSON.stringify({
  requestId: '$context.awsEndpointRequestId',
  gatewayId: '$context.requestId',
  at: '$context.requestTime',
  ip: '$context.identity.sourceIp',
  method: '$context.httpMethod',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  ms: '$context.responseLatency',
  error: '$context.integrationErrorMessage',
})
