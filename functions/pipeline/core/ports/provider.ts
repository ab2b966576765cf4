import type { Charge } from '../../../../catalog/costs/charge.ts'
import { Failure } from '../../../../catalog/failures/failure.ts'
import type { FailureCode } from '../../../../catalog/failures/failures.ts'
import type { Feature, Stage } from '../../../../catalog/features/feature.ts'
import type { TargetBox } from '../../../../catalog/targets/pick-targets.ts'
import type { WorkStart } from '../../../../catalog/tasks/task-times.ts'

/** The status of a task, as the service answers it. */
export type TaskStatus = {
  task_status: 'running' | 'success' | 'error'
  error?: string | null
  error_message?: string
  /** The version of the engine, where the service reports it. */
  engine?: string
  /** When work on the task began, where the service reports it. */
  workStart?: WorkStart | undefined
  /** What an ended task was charged, where the service reports it. */
  charge?: Charge
  results?: { url?: string; result?: TargetBox[] } & Record<string, unknown>
}

/** A file to upload to the service's file endpoint. */
export type OutgoingFile = {
  name: string
  contentType: string
  /** Bytes. */
  size: number
  body: ReadableStream<Uint8Array>
}

/** The task service: ours, or any other with the same interface. */
export type Provider = {
  /** Whether the service answers a repeated Idempotency-Key with the same task. */
  idempotent: boolean
  /**
   * Creates a task and returns its id. `key` is the callback's key and is sent as the Idempotency-Key, so that a
   * repeated call returns the same task where the service supports that. Throws a `ServiceFailure`: `ServiceBusy` or
   * `ServiceUnreachable` when trying again may help, `UnitsMissing` when units have to be bought first, `TaskRefused`
   * when trying again cannot help. `batched` says that the task is one of a batch, which single ones may overtake.
   */
  create(
    feature: Feature,
    stage: Stage,
    body: Record<string, unknown>,
    key: string,
    batched?: boolean,
  ): Promise<string>
  /** The status of a job's task. Throws like `create`. */
  status(feature: Feature, stage: Stage, taskId: string, job: string): Promise<TaskStatus>
  /** Uploads a file of a job and returns its file id. Throws like `create`. */
  upload(file: OutgoingFile, job: string): Promise<string>
}

export type ServiceFailureOptions = ErrorOptions & {
  /** Whether the call has certainly changed nothing at the service. */
  noEffect?: boolean
  /** Seconds to wait before the next call, as the service asks. */
  retryAfterSeconds?: number
  /** The `error_code` of the service's answer. */
  serviceCode?: string | undefined
  /** What the service's answer says that a task was charged. */
  charge?: Charge | undefined
}

/** A call to the service that failed. */
export class ServiceFailure extends Failure {
  readonly noEffect: boolean
  readonly retryAfterSeconds: number
  readonly serviceCode: string | undefined
  readonly charge: Charge | undefined

  constructor(
    code: Extract<
      FailureCode,
      'ServiceBusy' | 'ServiceUnreachable' | 'TaskRefused' | 'UnitsMissing'
    >,
    message?: string,
    {
      noEffect = false,
      retryAfterSeconds = 0,
      serviceCode,
      charge,
      ...options
    }: ServiceFailureOptions = {},
  ) {
    super(code, message, options)
    this.noEffect = noEffect
    this.retryAfterSeconds = retryAfterSeconds
    this.serviceCode = serviceCode
    this.charge = charge
  }
}
