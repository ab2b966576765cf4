import type { FailureCode } from '../../../../catalog/failures.ts'
import type { ApiRequest } from '../../http/api-request.ts'
import type { EncodedBody } from '../../http/content-encoding.ts'
import type { ApiDeps } from './api-deps.ts'

/** A request whose key and path are known. */
export type RouteRequest = {
  /** Whose key it carries; `''` on a route that needs none. */
  account: string
  request: ApiRequest
  /** What stands in the path at the route's variable, as it was sent; `''` where the path has none. */
  variable: string
  /** Every route there is. */
  routes: readonly Route[]
}

/** The answer to a request that was carried out: JSON beside `"status":200`, or a document of another kind. */
export type RouteResponse =
  | { json: Record<string, unknown>; headers?: Record<string, string> }
  | { document: string | EncodedBody; headers: Record<string, string> }

/** Answers one request that was read. Throws `Failure` for what it refuses. */
export type Answerer = (deps: ApiDeps) => Promise<RouteResponse> | RouteResponse

/** A JSON Schema, as OpenAPI 3.1 has them. */
export type JsonSchema = Readonly<Record<string, unknown>>

/** What the service's own description says of a route. */
export type Operation = {
  /** Unique, as a programming language would have it. */
  id: string
  tag: string
  summary: string
  /** What the variable of the path stands for. */
  variable?: string
  /** Object schemas. */
  query?: JsonSchema
  headers?: JsonSchema
  body?: JsonSchema
  /** A body that is accepted. */
  example?: Readonly<Record<string, unknown>>
  /** Fields of the answer beside `status`. */
  response: Readonly<Record<string, JsonSchema>>
  /** Headers of the answer that not every answer has, each with what it says. */
  responseHeaders?: Readonly<Record<string, JsonSchema>>
  /** What it refuses with, beside what every route with a key refuses with. */
  failures: readonly FailureCode[]
}

/** One path and method of the service. A new one is a file in `routes/` and a line in `routes.ts`. */
export type Route = {
  method: 'GET' | 'POST'
  /** The last segment may be a variable: `/s2s/v2.0/task/body-reshape/{task_id}`. */
  path: string
  /** Answered without a key. */
  open?: true
  /** What a key that is missing or not known is refused with. @default `InvalidApiKey` */
  unrecognized?: 'InvalidApiKey' | 'InvalidAccessToken'
  /** Absent where the description leaves the route out, because another one says the same. */
  operation?: Operation
} & (
  | {
      /** Throws `Failure` for what it refuses. */
      answer: (asked: RouteRequest, deps: ApiDeps) => Promise<RouteResponse> | RouteResponse
    }
  | {
      /**
       * Reads the request while it is being counted, and gives who answers it when its key may ask so much. Throws
       * `Failure` for what it refuses.
       */
      read: (asked: RouteRequest) => Answerer
    }
)
