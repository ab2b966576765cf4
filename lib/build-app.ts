import type { App } from 'aws-cdk-lib'
import { parseServiceLimits, type ServiceLimits } from '../catalog/limits/service-limits.ts'
import type { ConsoleProps } from './console/console.ts'
import type { DropPipelineProps } from './pipeline/drop-pipeline.ts'
import type { GeneratorProps } from './service/generator-props.ts'
import { cameraProps } from './settings/camera-props.ts'
import { consoleSignIn } from './settings/console-sign-in.ts'
import { importedSecret, pipelineProps } from './settings/pipeline-props.ts'
import { readSettings } from './settings/read-settings.ts'
import { retentionOf } from './settings/retention-of.ts'
import type { Settings } from './settings/settings.ts'
import { CameraStack } from './stacks/camera-stack.ts'
import { ConsoleStack } from './stacks/console-stack.ts'
import { PipelineStack } from './stacks/pipeline-stack.ts'
import { TaskServiceStack } from './stacks/task-service-stack.ts'

export type AppOptions = Omit<DropPipelineProps, 'provider'> & {
  /** The base URL of another task service; then only the pipeline is made. @default our own service */
  readonly serviceUrl?: string | undefined
  /** Whether that service knows the header Idempotency-Key. @default false for another service */
  readonly serviceIdempotent?: boolean | undefined
  /** What that service takes where it is less than the catalogue says. @default the catalogue's limits */
  readonly serviceLimits?: ServiceLimits | undefined
  /**
   * Origins whose pages may use our own service's upload slots and results, besides those of the context. @default
   * none
   */
  readonly pageOrigins?: readonly string[] | undefined
  /** How many segments of one long video our own service makes at once. @default 20 */
  readonly videoWorkers?: number | undefined
  /** Whom our own service asks for what its engine cannot make. @default the one of the context, or nobody */
  readonly generator?: GeneratorProps | undefined
  /** Whether the console is made, too. @default false */
  readonly console?: boolean | undefined
  /** Where its page may come from, which reads and writes the buckets. @default nowhere */
  readonly consoleOrigins?: readonly string[] | undefined
}

/** Makes the stacks of one deployment: the service and the pipeline that drives it, or the pipeline alone. */
export function buildApp(
  app: App,
  {
    serviceUrl,
    serviceIdempotent,
    serviceLimits,
    pageOrigins,
    generator,
    videoWorkers,
    console,
    consoleOrigins,
    ...pipeline
  }: AppOptions = {},
): void {
  const service = serviceUrl
    ? undefined
    : new TaskServiceStack(app, 'DarkroomService', {
        ...pipeline,
        // The console's page tries features by the service's slots.
        pageOrigins: [...(pageOrigins ?? []), ...(consoleOrigins ?? [])],
        generator,
        videoWorkers,
      })
  const made = new PipelineStack(app, 'DarkroomPipeline', {
    ...pipeline,
    pageOrigins: consoleOrigins,
    spending: { generatorPrice: service?.generatorPrice, ...pipeline.spending },
    provider: {
      service: service ?? serviceUrl ?? '',
      idempotent: serviceIdempotent,
      limits: serviceLimits,
    },
  })
  if (console) addConsole(app, made, { service, ffmpegLayer: pipeline.ffmpegLayer })
}

function addConsole(
  app: App,
  { pipeline }: PipelineStack,
  {
    service,
    ffmpegLayer,
  }: { service?: TaskServiceStack | undefined } & Pick<ConsoleProps, 'ffmpegLayer'>,
  settings: Partial<Settings> = {},
): void {
  new ConsoleStack(app, 'DarkroomConsole', (stack) => ({
    ...retentionOf(settings as Settings),
    pipeline,
    service: service?.service,
    ffmpegLayer,
    signIn: settings.console ? consoleSignIn(stack, settings) : undefined,
  }))
}

/** The same as the CDK's context says, for those who deploy the app as it is. */
export function buildFromSettings(app: App): void {
  const settings = readSettings(app.node)
  const { serviceUrl, serviceIdempotent, serviceLimits } = settings
  const service = serviceUrl
    ? undefined
    : new TaskServiceStack(app, 'DarkroomService', retentionOf(settings))
  if (settings.camera) {
    new CameraStack(app, 'DarkroomCamera', (stack) => cameraProps(stack, settings))
  }
  const pipeline = new PipelineStack(app, 'DarkroomPipeline', (stack) => ({
    ...withGeneratorPrice(pipelineProps(stack, settings), service),
    provider: {
      service: service ?? serviceUrl ?? '',
      idempotent: serviceIdempotent,
      ...(serviceLimits !== undefined && { limits: parseServiceLimits(serviceLimits) }),
      secret: importedSecret(stack, settings),
    },
  }))
  if (settings.console) {
    const { ffmpegLayer } = settings
    addConsole(app, pipeline, { service, ffmpegLayer }, settings)
  }
}

function withGeneratorPrice(
  props: Omit<DropPipelineProps, 'provider'>,
  service: TaskServiceStack | undefined,
): Omit<DropPipelineProps, 'provider'> {
  return { ...props, spending: { generatorPrice: service?.generatorPrice, ...props.spending } }
}
