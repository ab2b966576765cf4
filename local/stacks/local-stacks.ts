import type { FunctionHost } from '../lambda/function-host.ts'
import type { Endpoints } from './stack-options.ts'

/** A resource of a running stack. */
export type LocalResource = {
  readonly stack: string
  readonly logicalId: string
  readonly type: string
  readonly name: string
  /** What `Ref` gives: a queue's URL, a bucket's name, a state machine's ARN. */
  readonly ref: string
  readonly attributes: Readonly<Record<string, string>>
}

/** Stacks that run on this machine. */
export type LocalStacks = {
  readonly endpoints: Endpoints
  readonly region: string
  readonly account: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** The variables that point an AWS SDK or the AWS CLI of another process at these services; they hold the key. */
  readonly sdkEnvironment: Readonly<Record<string, string>>
  /** URL of each HTTP API by `stack/logicalId`, no slash at the end. */
  readonly apis: Readonly<Record<string, string>>
  /** Stack name -> output name -> value. */
  readonly outputs: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /**
   * Finds a resource by `stack/logicalId`, by a logical id that is the only one of its name, or by its construct path.
   * @throws Error when there is none, or more than one
   */
  resource(id: string): LocalResource
  /** Gives a secret of the stacks, by name or ARN, a new value. @throws Error when there is none of that name */
  putSecret(id: string, text: string): void
  /** Runs a function by name or ARN, as Lambda's Invoke does. */
  readonly invoke: FunctionHost['invoke']
  /** Ends everything within five seconds; what has not been done is done after the next start. */
  close(): Promise<void>
}
