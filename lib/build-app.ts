import type { App } from 'aws-cdk-lib'
import type { NotifyProps } from './pipeline/job-notices.ts'
import type { AlarmLimits } from './pipeline/pipeline-overview.ts'
import type { SpendingProps } from './pipeline/spending.ts'
import { PipelineStack } from './stacks/pipeline-stack.ts'
import { TaskServiceStack } from './stacks/task-service-stack.ts'

export type AppOptions = {
  /** The base URL of another task service; then only the pipeline is made. @default our own service */
  readonly serviceUrl?: string | undefined
  /** Whether that service knows the header Idempotency-Key. @default false for another service */
  readonly serviceIdempotent?: boolean | undefined
  /** What a day may spend, and what a unit costs. @default no budget */
  readonly spending?: SpendingProps | undefined
  /** Who is told what becomes of jobs, besides EventBridge. @default nobody */
  readonly notify?: NotifyProps | undefined
  /** Where alarms are raised. @default see there */
  readonly alarmLimits?: AlarmLimits | undefined
}

/** Makes the stacks of one deployment: the service and the pipeline that drives it, or the pipeline alone. */
export const buildApp = (
  app: App,
  {
    serviceUrl,
    serviceIdempotent = serviceUrl === undefined,
    spending,
    notify,
    alarmLimits,
  }: AppOptions = {},
): void => {
  const service = serviceUrl ? undefined : new TaskServiceStack(app, 'DarkroomService')
  new PipelineStack(app, 'DarkroomPipeline', {
    provider: { service: service ?? serviceUrl ?? '', idempotent: serviceIdempotent },
    ...{ spending, notify, alarmLimits },
  })
}
