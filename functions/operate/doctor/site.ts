import type { CloudWatchClient } from '@aws-sdk/client-cloudwatch'
import type { SecretsManagerClient } from '@aws-sdk/client-secrets-manager'
import type { ServiceAdmin } from '../../service/admin.ts'
import type { PipelineClients } from '../pipeline-clients.ts'

/** A pipeline with its service as `darkroom doctor` looks at them, of a local run or of deployed stacks. */
export type Site = {
  pipeline: PipelineClients
  /** Absent where the service is another provider's. */
  service: Pick<ServiceAdmin, 'keys' | 'units' | 'webhooks'> | undefined
  cloudWatch: CloudWatchClient
  secrets: SecretsManagerClient
  secretId: string
  webhookUrl: string
  serviceUrl: string | undefined
  /** The settings of the service's generator as JSON, and the secret with its key; absent where it has none. */
  generator: { settings: string; secret?: string | undefined } | undefined
  /** How the names of the stacks' alarms begin. */
  alarmPrefixes: readonly string[]
  /** URLs of all queues of the stacks. */
  queues(): Promise<string[]>
  /** What only an account has; absent in a local run. */
  account: Account | undefined
  /** Epoch milliseconds. */
  now: number
  /** One line for people of whatever went wrong. */
  explain(error: unknown): string
}

export type Account = {
  /** Names of all functions of the stacks. */
  functions(): Promise<string[]>
  /** Names of the buckets that the stacks made. */
  buckets(): Promise<string[]>
  /** Where the console is, `https://…`; absent where there is none. */
  readonly consoleOrigin: string | undefined
  /** How many addresses listen to each topic of alarms, by the topic's ARN; unconfirmed ones do not count. */
  listeners(): Promise<Record<string, number>>
  /** The ARNs of the keys the pipeline was told to use, by the setting of their bucket. */
  readonly keys: { readonly [setting in 'dropBucket' | 'resultsBucket']?: string | undefined }
  /** How many functions may run at once in this region. */
  concurrencyLimit(): Promise<number>
  /** How many of each function's invocations its queues may begin at once, by its name; those without a bound apart. */
  queueConcurrency(): Promise<Record<string, number>>
}
