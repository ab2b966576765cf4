import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import type { GeneratorOffer } from '../../../../catalog/generator/generator.ts'
import type { CreditDeps } from '../../core/accounts/read-credit.ts'
import type { ApiRequest } from '../../core/http/api-request.ts'
import type { RouteResponse } from '../../core/http/api-response.ts'
import type { CreateTaskDeps } from '../../core/tasks/create-task.ts'
import type { CreateUploadsDeps } from '../../core/tasks/create-uploads.ts'
import type { DeleteTaskDeps } from '../../core/tasks/delete-task.ts'
import type { ReadTaskDeps } from '../../core/tasks/read-task.ts'
import type { JsonSchema } from './json-schema.ts'

/** What the routes depend on. */
export type RouteDeps = CreateTaskDeps &
  CreateUploadsDeps &
  ReadTaskDeps &
  DeleteTaskDeps &
  CreditDeps & {
    /** What the generator of this service can do; absent where it has none. */
    generator?: GeneratorOffer | undefined
  }

/** A request whose path, key and rate have been checked. */
export type RouteRequest = {
  /** The account of its key; `''` on a route that needs none. */
  account: string
  /** The name of its key; absent on a route that needs none. */
  keyName?: string | undefined
  request: ApiRequest
  /** The path segment at the route's variable, as it was sent; `''` where the path has none. */
  variable: string
}

/** What the OpenAPI document says about a route. */
export type Operation = {
  /** The `operationId`: unique, in camel case. */
  id: string
  tag: string
  summary: string
  /** More about it, in Markdown. */
  description?: string
  /** Describes the variable of the path. */
  variable?: string
  /** Object schemas. */
  query?: JsonSchema
  headers?: JsonSchema
  /** Of the body; absent where there is none, as in every `GET`. */
  body?: JsonSchema
  /** A body that is accepted. */
  example?: Readonly<Record<string, unknown>>
  /** The schema of the response, where several operations share one. @default one of its own */
  responseName?: string
  /** Fields of the response beside `status`. */
  response: Readonly<Record<string, JsonSchema>>
  /** Headers that only some responses have, with their descriptions. */
  responseHeaders?: Readonly<Record<string, JsonSchema>>
  /** The failures of this route, beside those that every route with a key has. */
  failures: readonly FailureCode[]
}

/** One method and path of the service. A new one is a file in this folder and a line in `routes.ts`. */
export type Route = {
  method: 'GET' | 'POST'
  /** The last segment may be a variable: `/s2s/v2.0/task/body-reshape/{task_id}`. */
  path: string
  /** Needs no key. */
  anonymous?: true
  /** The failure for a key that is missing or not known. @default `InvalidApiKey` */
  unknownKeyFailure?: 'InvalidApiKey' | 'InvalidAccessToken'
  /** Absent where the OpenAPI document leaves the route out, because another route is described the same. */
  operation?: Operation
  /** Handles a request. Throws `Failure` for what it refuses. */
  handle: (request: RouteRequest, deps: RouteDeps) => Promise<RouteResponse> | RouteResponse
}
