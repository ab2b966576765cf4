import type { Charge } from '../../../catalog/charge.ts'
import { Failure } from '../../../catalog/failure.ts'
import type { FailureCode } from '../../../catalog/failures.ts'
import type { Feature, Stage } from '../../../catalog/feature.ts'

/** A box of the detection result, in source pixels. */
export type TargetBox = { left: number; top: number; width: number; height: number }

/** What the service says of a task. */
export type TaskStatus = {
  task_status: 'running' | 'success' | 'error'
  error?: string | null
  error_message?: string
  /** The version of the engine, where the service says it. */
  engine?: string
  /** What an ended task was charged, where the service says it. */
  charge?: Charge
  results?: { url?: string; result?: TargetBox[] } & Record<string, unknown>
}

/** A file on its way to the service's file endpoint. */
export type OutgoingFile = {
  name: string
  contentType: string
  /** Bytes. */
  size: number
  body: ReadableStream<Uint8Array>
}

/** The task service, ours or any with the same interface. */
export type Provider = {
  /** Whether the service gives the same task for the same Idempotency-Key. */
  idempotent: boolean
  /**
   * Creates a task and returns its id. `key`, that of the callback it is for, makes a repeated call give the same task
   * where the service knows such keys. Throws a `ServiceFailure`: `ServiceBusy` or `ServiceUnreachable` when trying again may
   * help, `UnitsMissing` when units have to be bought before, `TaskRefused` when it will not.
   */
  create(
    feature: Feature,
    stage: Stage,
    body: Record<string, unknown>,
    key: string,
  ): Promise<string>
  /** The status of a task of a job. Throws like `create`. */
  status(feature: Feature, stage: Stage, taskId: string, job: string): Promise<TaskStatus>
  /** Hands a file of a job over and gives the id it is named by. Throws like `create`. */
  upload(file: OutgoingFile, job: string): Promise<string>
}

export type ServiceFailureOptions = ErrorOptions & {
  /** Whether the service has certainly done nothing. */
  noEffect?: boolean
  /** Seconds the service asks to stay away. */
  retryAfterSeconds?: number
  /** The service's own word for it, its `error_code`. */
  serviceCode?: string | undefined
}

/** A call the service did not answer with what was asked for. */
export class ServiceFailure extends Failure {
  readonly noEffect: boolean
  readonly retryAfterSeconds: number
  readonly serviceCode: string | undefined

  constructor(
    code: Extract<
      FailureCode,
      'ServiceBusy' | 'ServiceUnreachable' | 'TaskRefused' | 'UnitsMissing'
    >,
    message?: string,
    {
      noEffect = false,
      retryAfterSeconds = 0,
      serviceCode: said,
      ...options
    }: ServiceFailureOptions = {},
  ) {
    super(code, message, options)
    this.noEffect = noEffect
    this.retryAfterSeconds = retryAfterSeconds
    this.serviceCode = said
  }
}
