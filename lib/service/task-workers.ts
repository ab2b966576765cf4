import { Duration, Size } from 'aws-cdk-lib'
import type { Code, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { VIDEO_MEGABYTES } from '../../catalog/costs/compute.ts'
import { WAIT_SECONDS } from '../../catalog/tasks/task-times.ts'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { consumeQueue } from '../constructs/consume-queue.ts'
import {
  EngineFunction,
  type EngineFunctionProps,
  engineCode,
  videoEngine,
} from '../constructs/engine-function.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { WorkQueue } from '../constructs/work-queue.ts'
import { brokerEnvironment, grantAsk } from './ask-broker.ts'
import type { GeneratorAccess } from './generator-access.ts'
import { type ModelPlace, modelsEnvironment } from './model-place.ts'
import { TaskBroker } from './task-broker.ts'
import { grantEndTasks, type TaskEndings, taskEndingEnvironment } from './task-endings.ts'
import type { VideoSharing } from './video-sharing.ts'

export type TaskWorkersProps = TaskEndings & {
  readonly alarms: AlarmTopic
  /** Tasks on pictures and on videos that are worked on at once, 2 to 1000 each. */
  readonly atOnce: { readonly pictures: number; readonly videos: number }
  /** How many tasks of a feature are worked on at once, by the feature's name. @default no limit of its own */
  readonly featureConcurrency?: Readonly<Record<string, number>> | undefined
  /**
   * A layer for linux on arm64 with `bin/ffmpeg` and `bin/ffprobe`, which the video worker uses.
   * @default libav from npm, in the worker's asset
   */
  readonly ffmpegLayer?: string | undefined
  /** Who makes the videos that are too long for one worker. */
  readonly sharing: VideoSharing
  /** @default none */
  readonly generator?: GeneratorAccess | undefined
  /** The operator’s model files. @default none */
  readonly models?: ModelPlace | undefined
}

const ENTRY = 'functions/service/run-task/handler.ts'
const PICTURE = Duration.minutes(2)
/** The longest a function may run. */
const VIDEO = Duration.minutes(15)
/** Half of the time that a task may wait: there is as much left to answer it with more workers. */
const LONGEST = Duration.seconds(WAIT_SECONDS / 2)

/**
 * Who carries tasks out. Pictures and videos have a queue and a worker each, so that no picture waits behind a video
 * and a flood of videos takes no more than its share.
 */
export class TaskWorkers extends Construct {
  readonly pictures: WorkQueue
  readonly videos: WorkQueue
  readonly workers: readonly LambdaFunction[]
  /** Reaches in the workers' place what they have no right to. */
  readonly broker: LambdaFunction
  /** Ends the tasks whose every attempt failed. */
  readonly deadTaskEnder: LambdaFunction

  private readonly props: TaskWorkersProps

  constructor(scope: Construct, id: string, props: TaskWorkersProps) {
    super(scope, id)
    this.props = props
    const { alarms, atOnce } = props
    this.pictures = new WorkQueue(this, 'Pictures', {
      workTimeout: PICTURE,
      attempts: 4,
      oldest: Duration.minutes(15),
      longest: LONGEST,
      deadLettersAreHandled: true,
      alarms,
    })
    this.videos = new WorkQueue(this, 'Videos', {
      workTimeout: VIDEO,
      attempts: 2,
      oldest: Duration.minutes(30),
      longest: LONGEST,
      deadLettersAreHandled: true,
      alarms,
    })
    const { pictures, videos } = this
    this.broker = new TaskBroker(this, 'Broker', { ...props, pictures, videos }).fn
    const code = engineCode(ENTRY)
    const picture = this.pictureWorker(code)
    const video = this.videoWorker(props.ffmpegLayer)
    this.pictures.workedOffBy(picture, atOnce.pictures, 1)
    this.videos.workedOffBy(video, atOnce.videos, 1)
    this.workers = [picture, video]
    for (const worker of this.workers) {
      alarms.alarmAbove(worker, 'ErrorsAlarm', {
        metric: worker.metricErrors({ period: Duration.minutes(5) }),
        threshold: 0,
        description: `${worker.node.path} failed: it ran out of time or memory, or could not start.`,
      })
    }
    this.deadTaskEnder = this.undertake()
  }

  private pictureWorker(code: Code): LambdaFunction {
    return this.worker('RunTask', code, PICTURE)
  }

  /** Videos need both cores, and a disk for source and result. */
  private videoWorker(ffmpegLayer: string | undefined): LambdaFunction {
    const size = { memorySize: VIDEO_MEGABYTES, disk: Size.gibibytes(4) }
    const { code, ...engine } = videoEngine(this, ENTRY, ffmpegLayer)
    return this.worker('RunVideoTask', code, VIDEO, { ...size, ...engine })
  }

  private worker(
    id: string,
    code: Code,
    timeout: Duration,
    more: Partial<EngineFunctionProps> = {},
  ): LambdaFunction {
    const { fn } = new EngineFunction(this, id, {
      entry: ENTRY,
      code,
      timeout,
      ...more,
      environment: {
        ...brokerEnvironment(this.broker),
        ...this.props.generator?.environment,
        ...(this.props.models && modelsEnvironment(this.props.models)),
        ...more.environment,
      },
    })
    grantAsk(fn, this.broker)
    this.props.generator?.grantUse(fn)
    return fn
  }

  /** Tasks whose every attempt failed must not stay `running`: their dead letters end them. */
  private undertake(): LambdaFunction {
    const { fn } = new SmallFunction(this, 'EndDeadTask', {
      entry: 'functions/service/end-dead-task/handler.ts',
      environment: taskEndingEnvironment(this.props),
    })
    grantEndTasks(fn, this.props)
    for (const { deadLetters } of [this.pictures, this.videos]) {
      consumeQueue(fn, deadLetters)
    }
    return fn
  }
}
