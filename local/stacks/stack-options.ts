import type { Intercept } from '../lambda/hosted-function.ts'
import type { Assembly } from '../template/template.ts'

/** Origins of the local services, without a slash at the end. */
export type Endpoints = {
  readonly s3: string
  readonly dynamodb: string
  readonly sqs: string
  readonly stepFunctions: string
  readonly secretsManager: string
  readonly eventBridge: string
}

/** Variables every function gets besides its own; a function is called once the endpoints are known. */
export type ExtraEnvironment =
  | Readonly<Record<string, string>>
  | ((run: {
      endpoints: Endpoints
      apis: Readonly<Record<string, string>>
    }) => Record<string, string>)

/** Ports by service; 0 or absent takes the one of the last start, or a free one. */
export type PortOptions = {
  /** The first HTTP API of the assembly. */
  readonly api?: number
  readonly s3?: number
  readonly dynamodb?: number
  readonly sqs?: number
  readonly stepFunctions?: number
  /** EventBridge, Secrets Manager and STS. */
  readonly control?: number
}

export type StackOptions = {
  readonly assembly: Assembly
  /** Holds everything that outlives a stop; used by one process at a time. */
  readonly dataDir: string
  /** Where `darkroom:entry` paths start. Default: the project this file belongs to. */
  readonly root?: string
  readonly region?: string
  readonly ports?: PortOptions
  readonly environment?: ExtraEnvironment
  readonly intercept?: Intercept
  /** Gets every line of the functions' log, a JSON object each. */
  readonly onLog?: (line: string) => void
  /** How many isolated functions of one queue run at the same time. Default: one for each core but one, at most 4. */
  readonly isolatedConcurrency?: number
  /** Epoch milliseconds, for queues, expiry and events. */
  readonly clock?: () => number
}
