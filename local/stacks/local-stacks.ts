import type { AlarmStatus } from '../cloudwatch/watch-alarms.ts'
import type { FunctionHost } from '../lambda/function-host.ts'
import type { RightsReport } from './report-rights.ts'
import type { Endpoints } from './stack-options.ts'

/** A resource of a running stack. */
export type LocalResource = {
  readonly stack: string
  readonly logicalId: string
  readonly type: string
  readonly name: string
  /** The value of `Ref`: a queue's URL, a bucket's name, a state machine's ARN. */
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Stacks that run on this machine. */
export type LocalStacks = {
  readonly endpoints: Endpoints
  readonly region: string
  readonly account: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /**
   * The variables that point an AWS SDK or the AWS CLI of another process at these services. They hold the secret
   * key.
   */
  readonly sdkEnvironment: Readonly<Record<string, string>>
  /** The URL of each HTTP API by `stack/logicalId`, without a slash at the end. */
  readonly apis: Readonly<Record<string, string>>
  /** The outputs: stack name -> output name -> value. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /**
   * Finds a resource by `stack/logicalId`, by a logical id that is unique, or by its construct path.
   * @throws Error when there is none, or more than one
   */
  resource(id: string): LocalResource
  /**
   * Measures the queues and evaluates every alarm at a time, now by default, in epoch milliseconds; whoever listens to
   * an alarm that is raised is told.
   */
  checkAlarms(at?: number): AlarmStatus[]
  /** Sets the value of a secret of the stacks, by name or ARN. @throws Error when there is none of that name */
  putSecret(id: string, text: string): void
  /** Invokes a function by name or ARN, as Lambda's Invoke does. */
  readonly invoke: FunctionHost['invoke']
  /** Which rights of the templates have allowed something so far. */
  rights(): Promise<RightsReport>
  /** Stops everything within five seconds. Unfinished work is done after the next start. */
  close(): Promise<void>
}
