import * as z from 'zod/mini'
import type { PictureSize, TilesAnswer } from '../../../catalog/console/pictures.ts'
import type { Role } from '../../../catalog/console/role.ts'
import type { PipelineClients, PipelineReader } from '../../operate/pipeline-clients.ts'
import type { Job } from '../../operate/pipeline-records.ts'
import type { TaskAdmin } from '../../service/admin.ts'
import type { ConsoleRequest } from '../http/console-request.ts'
import type { Session } from '../sign-in/session-store.ts'

/** Shows a file of a job: bytes of a picture, or the facts of its tiles. Only the function with the engine can. */
export type ShowPicture = (
  job: Job,
  which: string,
  size: PictureSize,
) => Promise<{ bytes: Uint8Array; type: string } | { json: TilesAnswer }>

/** What the routes depend on. */
export type RouteDeps = {
  pipeline: PipelineReader
  /** The queue through which changes go, where something is changed. */
  sqs?: PipelineClients['sqs'] | undefined
  /** Tasks and webhooks of our own service; absent where it is another provider's. */
  service?: Pick<TaskAdmin, 'tasks' | 'webhooks'> | undefined
  /** What ends its tasks, where something is changed. */
  endTasks?: TaskAdmin | undefined
  /** A link to an object's bytes for some minutes, under a media type of a list. */
  linkTo(
    object: { bucket: string; key: string; version?: string },
    as: LinkSettings,
  ): Promise<string>
  /** Where the engine is. @default pictures are another function's */
  showPicture?: ShowPicture | undefined
  /** Epoch milliseconds. */
  now: () => number
}

export type LinkSettings = {
  contentType: string
  fileName: string
  /** Whether the browser keeps the bytes as a file. @default it shows what it can */
  isDownload?: boolean
}

/** One call of a route, as its schemas let it through. */
export type RouteCall<Query, Body> = {
  session: Session
  /** Decoded values of the path's variables by their names. */
  at: Readonly<Record<string, string>>
  query: Query
  body: Body
  request: ConsoleRequest
}

/**
 * JSON with the ETag of what it is of, the address of something else, or bytes that never change. `shownOnce` is JSON
 * that goes into the answer and is kept nowhere: a repeated change gets its answer without it.
 */
export type RouteAnswer =
  | { json: unknown; etag?: string; shownOnce?: Readonly<Record<string, unknown>> }
  | { redirect: string }
  | { bytes: Uint8Array; type: string }

/** JSON of a schema, bytes of some media types, or an address that is led to for five minutes. */
export type AnswerForm = { json?: z.ZodMiniType; types?: readonly string[]; redirects?: true }

/** One route of the admin API. Its schemas are validation and documentation at once. */
export type ConsoleRoute<Deps = RouteDeps> = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below `/console/api`: `/jobs/{id}/retry`. */
  path: string
  /** Who may call it. */
  role: Role
  /** One sentence for the interface's description. */
  says: string
  /** Whether it changes something, and so takes an `Idempotency-Key` and is audited. */
  changes?: true
  /** False where a repeated change is made again: what it answers may not be kept, such as an address. @default true */
  keepsAnswer?: false
  /** @default 256 KB */
  maxBodyBytes?: number
  query: z.ZodMiniType
  body: z.ZodMiniType
  /** What it answers where it is not refused. */
  answer?: AnswerForm
  handle(call: RouteCall<never, never>, deps: Deps): Promise<RouteAnswer>
}

/** A route without what it does: what the interface's description needs of it. */
export type RouteForm = Omit<ConsoleRoute, 'handle'>

type FormOptions<Query extends z.ZodMiniType, Body extends z.ZodMiniType> = Omit<
  RouteForm,
  'query' | 'body'
> & { query?: Query; body?: Body }

type RouteOptions<
  Query extends z.ZodMiniType,
  Body extends z.ZodMiniType,
  Deps = RouteDeps,
> = FormOptions<Query, Body> & {
  handle(call: RouteCall<z.output<Query>, z.output<Body>>, deps: Deps): Promise<RouteAnswer>
}

const NOTHING = { query: z.strictObject({}), body: z.strictObject({}) }

/** A form whose schemas keep their types, for the route that is made of it. */
export function routeForm<
  Query extends z.ZodMiniType = typeof NOTHING.query,
  Body extends z.ZodMiniType = typeof NOTHING.body,
>(options: FormOptions<Query, Body>): RouteForm & { query: Query; body: Body } {
  return { ...NOTHING, ...options } as RouteForm & { query: Query; body: Body }
}

/** A route whose handler sees what its schemas give. */
export function route<
  Query extends z.ZodMiniType = typeof NOTHING.query,
  Body extends z.ZodMiniType = typeof NOTHING.body,
  Deps = RouteDeps,
>(options: RouteOptions<Query, Body, Deps>): ConsoleRoute<Deps> {
  return { ...NOTHING, ...options } as ConsoleRoute<Deps>
}
