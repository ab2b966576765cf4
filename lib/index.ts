/** The constructs, for CDK apps of others: `new DropPipeline(this, 'Drop', { provider, recipes })`. */
export type { AnyBucket } from './constructs/any-bucket.ts'
export type { AnySecret } from './constructs/any-secret.ts'
export type { RetentionProps } from './constructs/retention.ts'
export type { ThrottleProps } from './constructs/throttle.ts'
export {
  type ConcurrencyProps,
  DropPipeline,
  type DropPipelineProps,
  type ResultsProps,
} from './pipeline/drop-pipeline.ts'
export type { NoticeWebhook, NotifyProps } from './pipeline/job-notices.ts'
export type { AlarmLimits } from './pipeline/pipeline-overview.ts'
export type { RecordRetentionProps } from './pipeline/pipeline-stores.ts'
export type { ProviderProps } from './pipeline/provider.ts'
export type { RecipeSources } from './pipeline/read-recipes.ts'
export type {
  BedrockGeneratorProps,
  BedrockModelProps,
  GeneratorProps,
  OpenAiGeneratorProps,
} from './service/generator-props.ts'
export {
  type ModelFilesProps,
  type RateLimitProps,
  TaskService,
  type TaskServiceProps,
} from './service/task-service.ts'
