import type { MetricStore } from '../cloudwatch/metric-store.ts'
import type { AlarmWatch } from '../cloudwatch/watch-alarms.ts'
import type { LocalDynamoDb } from '../dynamodb/start-dynamodb.ts'
import type { EventBus } from '../events/event-bus.ts'
import type { Gateway } from '../gateway/start-gateway.ts'
import type { Access } from '../iam/access.ts'
import type { Invoke } from '../lambda/hosted-function.ts'
import type { S3Endpoint } from '../s3/start-s3.ts'
import type { SecretFile } from '../secrets/secret-file.ts'
import type { LocalSqs } from '../sqs/start-sqs.ts'
import type { SavedState } from '../state/saved-state.ts'
import type { StepFunctions } from '../step-functions/start-step-functions.ts'
import type { RoleSessions } from './assume-roles.ts'
import type { Deferred } from './deferred.ts'
import type { Shutdown } from './shutdown.ts'
import type { Endpoints, StackOptions } from './stack-options.ts'

/** The account that everything local belongs to. */
export const ACCOUNT = '000000000000'

/** What the parts of a starting run share. */
export type RunContext = {
  readonly options: StackOptions
  readonly region: string
  readonly state: SavedState
  readonly shutdown: Shutdown
  /** Who may do what in the account; for the operator's key from the start, for roles once the stacks are read. */
  readonly access: Access
  /** The role sessions of functions and state machines, once the stacks are read. */
  readonly sessions: Deferred<RoleSessions>
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** Set once the functions' environment is known. The services that need it are listening before that. */
  readonly invoke: Deferred<Invoke>
  readonly bus: Deferred<EventBus>
  readonly alarms: Deferred<AlarmWatch>
  readonly metrics: MetricStore
  /** The path of one part of the run's data. */
  readonly folder: (part: string) => string
}

/** The listening services of a run. */
export type Services = {
  readonly s3: S3Endpoint
  readonly dynamodb: LocalDynamoDb
  readonly sqs: LocalSqs
  readonly stepFunctions: StepFunctions
  readonly secrets: SecretFile
  /** By `stack/logicalId` of the API. */
  readonly gateways: ReadonlyMap<string, Gateway>
  readonly endpoints: Endpoints
}
