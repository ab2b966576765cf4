import middy from '@middy/core'
import type { Context } from 'aws-lambda'
import { operatorModels } from '../../../engine/models/operator-models.ts'
import { openEngine } from '../../../engine/perform.ts'
import { env } from '../../env.ts'
import { withRequestId } from '../../log.ts'
import { brokerModelSource } from '../core/adapters/broker-model-source.ts'
import { lambdaCall } from '../core/adapters/lambda-call.ts'
import { remoteSegmentBroker } from '../core/adapters/remote-broker.ts'
import { signedFiles } from '../core/adapters/s3/signed-files.ts'
import { performWithRestart } from '../core/worker/perform-with-restart.ts'
import { workSegments } from './work-segments.ts'
import type { WorkSegmentsDeps } from './work-segments-deps.ts'

const broker = remoteSegmentBroker(lambdaCall(env('BROKER_FUNCTION')))
const files = signedFiles()

const models = operatorModels(process.env, (uri) => brokerModelSource(uri, { broker, files }))

const deps: WorkSegmentsDeps = {
  broker,
  files,
  perform: performWithRestart(openEngine(models)),
  now: Date.now,
}

/** Milliseconds of the function's timeout that are reserved to store what was made. */
const RESERVE_MS = 15_000

/** A worker of videos that several share, called by their workflow. */
export const handler = middy().handler((order: unknown, context: Context) =>
  withRequestId(context.awsRequestId, () => {
    const left = Math.max(1, context.getRemainingTimeInMillis() - RESERVE_MS)
    return workSegments(order, AbortSignal.timeout(left), deps)
  }),
)
