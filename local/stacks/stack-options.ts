import type { Site } from '../camera/serve-camera.ts'
import type { Intercept } from '../lambda/hosted-function.ts'
import type { ThreadMemory } from '../lambda/thread-places.ts'
import type { Assembly } from '../template/template.ts'

/** The origins of the local services, without a slash at the end. */
export type Endpoints = {
  readonly s3: string
  readonly dynamodb: string
  readonly sqs: string
  readonly stepFunctions: string
  readonly secretsManager: string
  readonly eventBridge: string
  readonly cloudWatch: string
}

/**
 * Variables that every function gets in addition to its own; an empty one switches one of its own off. A function of
 * the endpoints is called once these are known.
 */
export type ExtraEnvironment =
  | Readonly<Record<string, string>>
  | ((run: {
      endpoints: Endpoints
      apis: Readonly<Record<string, string>>
      /** When the data folder was made, ISO 8601; undefined where an earlier release made it. */
      begunAt: string | undefined
    }) => Record<string, string>)

/** The ports by service. 0 or none takes that of the last start, or a free one. */
export type PortOptions = {
  /** The first HTTP API of the assembly. */
  readonly api?: number
  /** Further HTTP APIs by the name of their stack: the port that is asked for, else the first that is tried. */
  readonly apis?: Readonly<Record<string, { asked?: number | undefined; first?: number }>>
  readonly s3?: number
  readonly dynamodb?: number
  readonly sqs?: number
  readonly stepFunctions?: number
  /** EventBridge, Secrets Manager, CloudWatch, STS and Lambda's Invoke. */
  readonly control?: number
}

/** How stacks run on this machine. */
export type StackOptions = {
  readonly assembly: Assembly
  /** Holds everything that outlives a stop. One process may use it at a time. */
  readonly dataDir: string
  /** The folder that `darkroom:entry` paths start from. @default the project this file belongs to */
  readonly root?: string
  readonly region?: string
  readonly ports?: PortOptions
  /** Answers before the first HTTP API of the assembly does. */
  readonly site?: Site
  readonly environment?: ExtraEnvironment
  readonly intercept?: Intercept
  /** Receives every line of the functions' log, a JSON object each. */
  readonly onLog?: (line: string) => void
  /**
   * How many of an isolated function run at the same time, by its name. @default one for each core but one, at most 4,
   * and as many as the template allows
   */
  readonly workers?: ((functionName: string) => number | undefined) | undefined
  /** The memory that isolated functions may take together, and what one thread of each takes. @default no bound */
  readonly threadMemory?: Omit<ThreadMemory, 'workers'> | undefined
  /** Epoch milliseconds, for queues, expiry and events. */
  readonly clock?: () => number
}
