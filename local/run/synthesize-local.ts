import { type AppOptions, buildApp } from '../../lib/build-app.ts'
import type { NotifyProps } from '../../lib/pipeline/job-notices.ts'
import type { GeneratorProps } from '../../lib/service/generator-props.ts'
import { synthesize } from '../stacks/synthesize.ts'
import type { Assembly } from '../template/template.ts'

/** What of a local run stands in its templates. */
export type LocalAppOptions = {
  /** The port of the task service's HTTP API. 0 takes that of the last start, or a free one. */
  port?: number
  /** Whether the pipeline may rely on Idempotency-Key, as it may with our own service. @default true */
  serviceIdempotent?: boolean
  /** What the service is taken to take where it is less than the catalogue says. @default nothing less */
  serviceLimits?: AppOptions['serviceLimits']
  /** The budget of a day, and the price of a unit. @default no budget */
  spending?: AppOptions['spending']
  /** Where the pipeline's alarms are raised. @default see there */
  alarmLimits?: AppOptions['alarmLimits']
  /** How many dropped files are under way at once. @default see there */
  openFiles?: number
  /** Whether metadata of dropped objects may change their recipe. @default true */
  overrides?: boolean
  /** Who is notified about jobs. A receiver on this machine may be http://127.0.0.1:<port>/…. @default nobody */
  notify?: { webhook?: string | undefined; topic?: boolean | undefined }
  /** Whom the service asks for what its engine cannot make, and the key for it. @default nobody */
  generator?: { settings: GeneratorProps; key?: string | undefined } | undefined
  /** Origins whose pages may use upload slots and results. @default the service's own, where its port is stated */
  pageOrigins?: readonly string[]
  /** Whether the console runs, too. @default false */
  console?: boolean | undefined
}

/** Threads that share a long video: each has an engine, a decoder and an encoder. */
const WORKERS = 2

/** The templates of both stacks for a run on this machine. */
export function synthesizeLocal(options: LocalAppOptions): Assembly {
  const { spending, alarmLimits, overrides, serviceIdempotent, serviceLimits, port } = options
  return synthesize((app) =>
    buildApp(app, {
      spending,
      alarmLimits,
      overrides,
      concurrency: { openFiles: options.openFiles },
      serviceIdempotent,
      serviceLimits,
      notify: noticesOf(options),
      console: options.console,
      // Its port may be any free one. A page of another port would need an address that the console signed.
      consoleOrigins: options.console ? ['http://127.0.0.1:*'] : [],
      generator: options.generator?.settings,
      videoWorkers: WORKERS,
      pageOrigins: options.pageOrigins ?? ownOrigins(port),
    }),
  )
}

function ownOrigins(port: number | undefined): string[] {
  return port ? [`http://127.0.0.1:${port}`, `http://localhost:${port}`] : []
}

function noticesOf({ notify: { webhook, topic } = {} }: LocalAppOptions): NotifyProps {
  return {
    ...(topic && { topic: true as const }),
    ...(webhook !== undefined && { webhook: { url: webhook } }),
  }
}
