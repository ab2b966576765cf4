import { type Duration, Size } from 'aws-cdk-lib'
import {
  type CfnFunction,
  type Code,
  type ILayerVersion,
  Function as LambdaFunction,
  LayerVersion,
} from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { functionCode } from '../bundle/function-code.ts'
import { completeVideoWorker } from '../worker/complete-video-worker.ts'
import { completeWorker } from '../worker/complete-worker.ts'
import { functionBase, recordEntry } from './small-function.ts'

export type EngineFunctionProps = {
  /** The handler's file, relative to the project. */
  readonly entry: string
  /** Of `engineCode(entry)`, which functions of one stack may share. */
  readonly code: Code
  readonly environment: Record<string, string>
  readonly timeout: Duration
  /** Megabytes. @default 2048 */
  readonly memorySize?: number
  /** Of the function's own disk. @default 512 MiB */
  readonly disk?: Size
  /** @default none */
  readonly layers?: ILayerVersion[]
}

/**
 * A function that carries the engine: sharp, the models and their runtime, for linux on arm64 whatever machine
 * synthesizes. Its memory buys a whole vCPU, which the models need to keep their times.
 */
export class EngineFunction extends Construct {
  readonly fn: LambdaFunction

  constructor(
    scope: Construct,
    id: string,
    {
      entry,
      code,
      environment,
      timeout,
      memorySize = 2048,
      disk,
      layers = [],
    }: EngineFunctionProps,
  ) {
    super(scope, id)
    this.fn = new LambdaFunction(this, 'Function', {
      ...functionBase(this, entry),
      handler: 'index.handler',
      code,
      memorySize,
      ephemeralStorageSize: disk ?? Size.mebibytes(512),
      timeout,
      layers,
      environment: { ...environment, NODE_OPTIONS: '--enable-source-maps' },
    })
    recordEntry(this.fn, entry)
    // The engine blocks its thread for as long as it thinks: a local run gives it one of its own.
    ;(this.fn.node.defaultChild as CfnFunction).addMetadata('darkroom:isolated', true)
  }
}

/** The asset of a worker, bundled once for all functions it is given to. */
export function engineCode(entry: string): Code {
  return functionCode(entry, completeWorker)
}

/** What a worker needs that decodes and encodes videos: libav in its asset, or the layer with one's own ffmpeg. */
export function videoEngine(
  scope: Construct,
  entry: string,
  ffmpegLayer: string | undefined,
): Pick<EngineFunctionProps, 'code' | 'layers' | 'environment'> {
  if (ffmpegLayer === undefined) {
    return { code: functionCode(entry, completeVideoWorker), environment: {} }
  }
  const layer = LayerVersion.fromLayerVersionArn(scope, 'Ffmpeg', ffmpegLayer)
  const environment = { DARKROOM_FFMPEG: '/opt/bin' }
  return { code: engineCode(entry), layers: [layer], environment }
}
