import middy from '@middy/core'
import { parseGeneratorSettings } from '../../../catalog/generator/generator-settings.ts'
import { SHARING, workersFor } from '../../../catalog/limits/video-shares.ts'
import { operatorModels } from '../../../engine/models/operator-models.ts'
import { isInstalled, openEngine } from '../../../engine/perform.ts'
import { env, optionalEnv } from '../../env.ts'
import { guardedFetch, guardedFetchStream } from '../../fetch/guarded-fetch.ts'
import { createGenerator } from '../../generators/create-generator.ts'
import { generatorKey } from '../../generators/generator-key.ts'
import { eachRecord, reportBatchFailures } from '../../sqs-batch.ts'
import { brokerModelSource } from '../core/adapters/broker-model-source.ts'
import { lambdaCall } from '../core/adapters/lambda-call.ts'
import { remoteTaskBroker } from '../core/adapters/remote-broker.ts'
import { signedFiles } from '../core/adapters/s3/signed-files.ts'
import { parseTaskMessage } from '../core/queue/messages.ts'
import { performWithRestart } from '../core/worker/perform-with-restart.ts'
import { type RunTaskDeps, runTask } from './run-task.ts'

const settings = parseGeneratorSettings(optionalEnv('GENERATOR'))
const generator =
  settings && createGenerator(settings, generatorKey(optionalEnv('GENERATOR_SECRET_ARN')))

/** The catalogue's rule by which long videos are shared, unless another one is set. */
const rule = { ...SHARING, ...JSON.parse(optionalEnv('SHARING') ?? '{}') }

const broker = remoteTaskBroker(lambdaCall(env('BROKER_FUNCTION')))
const files = signedFiles()

const models = operatorModels(process.env, (uri) => brokerModelSource(uri, { broker, files }))

const deps: RunTaskDeps = {
  broker,
  files,
  perform: performWithRestart(openEngine({ generator, ...models })),
  isInstalled,
  workersFor: (feature, video) => workersFor(feature, video, rule),
  dollarsPerTask: settings?.dollarsPerTask,
  fetch: guardedFetch,
  fetchStream: guardedFetchStream,
  allowLoopbackOrigin: optionalEnv('DARKROOM_LOOPBACK_ORIGIN'),
  now: Date.now,
}

/** Milliseconds of the function's timeout that are reserved to store the result and the end of the task. */
const RESERVE_MS = 15_000

/** The worker: performs the tasks of a task queue with the engine. */
export const handler = middy()
  .use(reportBatchFailures())
  .handler(
    eachRecord(async (body, _, context) => {
      const message = parseTaskMessage(body)
      if (!message) throw new Error('The message names no task.')
      const left = Math.max(1, context.getRemainingTimeInMillis() - RESERVE_MS)
      await runTask(message, AbortSignal.timeout(left), deps)
    }),
  )
