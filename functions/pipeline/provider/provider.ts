import type { Feature, Stage } from '../../../catalog/feature.ts'

/** A box of the detection result, in source pixels. */
export type TargetBox = { left: number; top: number; width: number; height: number }

/** What the service says of a task. */
export type TaskStatus = {
  task_status: 'running' | 'success' | 'error'
  error?: string | null
  error_message?: string
  results?: { url?: string; result?: TargetBox[] } & Record<string, unknown>
}

/** The task service, ours or any with the same interface. */
export type Provider = {
  /**
   * Creates a task and returns its id. `key` makes a repeated call give the same task. Throws `ServiceBusy` or
   * `ServiceUnreachable` when trying again may help, `TaskRefused` when it will not.
   */
  create(
    feature: Feature,
    stage: Stage,
    body: Record<string, unknown>,
    key: string,
  ): Promise<string>
  /** The task's status. Throws like `create`. */
  status(feature: Feature, stage: Stage, taskId: string): Promise<TaskStatus>
}
