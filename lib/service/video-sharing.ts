import { Aws, Duration, Size } from 'aws-cdk-lib'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { VIDEO_MEGABYTES } from '../../catalog/costs/compute.ts'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { EngineFunction, videoEngine } from '../constructs/engine-function.ts'
import { grantChildExecutions } from '../constructs/grant-child-executions.ts'
import { grantActions, grantListPrefix, grantObjects } from '../constructs/grants.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { Workflow } from '../constructs/workflow.ts'
import { videoDefinition } from '../workflow/video-definition.ts'
import { brokerEnvironment, grantAsk } from './ask-broker.ts'
import { grantReadModels, type ModelPlace, modelsEnvironment } from './model-place.ts'
import { grantEndTasks, type TaskEndings, taskEndingEnvironment } from './task-endings.ts'

export type VideoSharingProps = TaskEndings & {
  readonly alarms: AlarmTopic
  /** As the worker of whole videos has it. @default libav from npm */
  readonly ffmpegLayer?: string | undefined
  /** How many segments of one video are made at once. @default 20 */
  readonly workers?: number | undefined
  /** The operator’s model files. @default none */
  readonly models?: ModelPlace | undefined
}

const ENTRY = 'functions/service/work-segments/handler.ts'
const WORKERS = 20

/** Videos that are too long for one worker: a state machine, and the function that makes and joins segments. */
export class VideoSharing extends Construct {
  readonly worker: LambdaFunction
  /** Reaches in the worker's place what it has no right to. */
  readonly broker: LambdaFunction

  private readonly workflow: Workflow<'workSegments'>

  constructor(scope: Construct, id: string, props: VideoSharingProps) {
    super(scope, id)
    const { alarms, workers = WORKERS } = props
    this.broker = this.segmentBroker(props)
    this.worker = this.segmentWorker(props)
    this.workflow = new Workflow(this, 'Workflow', {
      alarms,
      what: 'A shared video',
      functions: { workSegments: this.worker },
      define: (functions) => videoDefinition({ partition: Aws.PARTITION, functions, workers }),
    })
    grantChildExecutions(this.workflow, 'Segment')
    alarms.alarmAbove(this, 'FailedAlarm', {
      metric: this.workflow.stateMachine.metricFailed(),
      threshold: 0,
      description:
        'A video that several workers shared was given up after every attempt failed. The log of the worker of ' +
        'segments says why.',
    })
    alarms.alarmAbove(this.worker, 'ErrorsAlarm', {
      metric: this.worker.metricErrors({ period: Duration.minutes(5) }),
      threshold: 0,
      description: `${this.worker.node.path} failed: it ran out of time or memory, or could not start.`,
    })
  }

  /** The variable by which a function knows the workflow. */
  get environment(): Record<string, string> {
    return { SEGMENTS_MACHINE_ARN: this.workflow.stateMachine.stateMachineArn }
  }

  /** Lets `fn` hand videos over: place what the workers share, and start their workflow. */
  grantShare(fn: LambdaFunction, { stores }: TaskEndings): void {
    grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], stores.files, 'segments/')
    grantActions(fn, ['states:StartExecution'], this.workflow.stateMachine.stateMachineArn)
  }

  private segmentWorker(props: VideoSharingProps): LambdaFunction {
    const { code, environment, ...engine } = videoEngine(this, ENTRY, props.ffmpegLayer)
    const { fn } = new EngineFunction(this, 'WorkSegments', {
      entry: ENTRY,
      ...engine,
      code,
      timeout: Duration.minutes(15),
      memorySize: VIDEO_MEGABYTES,
      disk: Size.gibibytes(4),
      environment: {
        ...environment,
        ...brokerEnvironment(this.broker),
        ...(props.models && modelsEnvironment(props.models)),
      },
    })
    grantAsk(fn, this.broker)
    return fn
  }

  private segmentBroker(props: VideoSharingProps): LambdaFunction {
    const { files } = props.stores
    const { fn } = new SmallFunction(this, 'ServeSegments', {
      entry: 'functions/service/serve-segments/handler.ts',
      memorySize: 512,
      environment: {
        ...taskEndingEnvironment(props),
        ...(props.models && modelsEnvironment(props.models)),
      },
    })
    grantEndTasks(fn, props)
    grantObjects(fn, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], files, 'segments/')
    grantListPrefix(fn, files, 'segments/')
    grantObjects(fn, ['s3:PutObject', 's3:DeleteObject'], files, 'results/')
    if (props.models) grantReadModels(fn, props.models)
    return fn
  }
}
