import { ArnFormat, Duration, Size, Stack } from 'aws-cdk-lib'
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Function as LambdaFn } from 'aws-cdk-lib/aws-lambda'
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { PREVIEWS_PREFIX } from '../../catalog/console/pictures.ts'
import { SOURCE_PREFIXES } from '../../catalog/recipe/shape/key-prefixes.ts'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { EngineFunction, videoEngine } from '../constructs/engine-function.ts'
import {
  grantActions,
  grantListPrefix,
  grantObjects,
  grantSecretRead,
  wildcardFinding,
} from '../constructs/grants.ts'
import { HttpEndpoint } from '../constructs/http-endpoint.ts'
import { RecordTable } from '../constructs/record-table.ts'
import { applyRetention, type RetentionProps } from '../constructs/retention.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { throttleOf } from '../constructs/throttle.ts'
import type { DropPipeline } from '../pipeline/drop-pipeline.ts'
import { grantEndTasks } from '../service/task-endings.ts'
import type { TaskService } from '../service/task-service.ts'
import type { ConsoleSignIn } from './console-sign-in.ts'
import { ConsoleUsers } from './console-users.ts'
import { DropPages } from './drop-pages.ts'
import { placeConsole } from './place-console.ts'
import { ServicePages } from './service-pages.ts'

export type ConsoleProps = RetentionProps & {
  /** The pipeline whose jobs and batches are shown. */
  readonly pipeline: DropPipeline
  /** Our own service, where it is what the pipeline drives. @default the pages of a service are absent */
  readonly service?: TaskService | undefined
  /** How people sign in. @default by a link alone, which a local run prints */
  readonly signIn?: ConsoleSignIn | undefined
  /** The ARN of a layer with ffmpeg and ffprobe in `bin/`, for frames of videos. @default libav comes along */
  readonly ffmpegLayer?: string | undefined
}

/** What a picture of 120 megapixels takes with the tiles of it. */
const PICTURE_MEGABYTES = 3008

/** The page and its admin API in one HTTP API, and a table with sessions, audit and changes under their keys. */
export class Console extends Construct {
  /** `https://…/console/`. */
  readonly url: string
  readonly table = new RecordTable(this, 'Records', { key: 'id', sort: 'entry' })

  constructor(scope: Construct, id: string, props: ConsoleProps) {
    super(scope, id)
    applyRetention(this, props)
    const { fn } = new SmallFunction(this, 'Serve', {
      entry: 'functions/console/serve-console/handler.ts',
      environment: {
        ...this.environment(props),
        ...(props.service && { SERVICE_URL: props.service.url }),
      },
      complete: placeConsole,
      memorySize: 1024,
      timeout: Duration.seconds(29),
    })
    this.grantReading(fn, props)
    const changes = this.changes(props)
    const signsIn = this.signingIn(props)
    const pictures = this.pictures(props)
    const openBecause =
      'The function checks the session of every request to the admin API; the page itself holds nothing.'
    const pages = new ServicePages(this, 'Service', {
      pipeline: props.pipeline,
      service: props.service,
      records: this.table,
      environment: this.environment(props),
      openBecause,
    })
    const drops = new DropPages(this, 'Drop', {
      pipeline: props.pipeline,
      records: this.table,
      signIn: signInEnvironment(props.signIn),
      openBecause,
    })
    const endpoint = new HttpEndpoint(this, 'Api', {
      throttle: throttleOf(),
      // No route of an HTTP API may end with a slash, which the page's own path does.
      routes: [
        { handler: fn, method: HttpMethod.ANY, path: '/', openBecause },
        { handler: fn, method: HttpMethod.ANY, path: '/{proxy+}', openBecause },
        ...['jobs/{proxy+}', 'batches', 'batches/{proxy+}'].map((path) => ({
          handler: changes,
          method: HttpMethod.POST,
          path: `/console/api/${path}`,
          openBecause,
        })),
        ...(signsIn ? ['sign-in', 'signed-in'] : []).map((path) => ({
          handler: signsIn as LambdaFn,
          method: HttpMethod.GET,
          path: `/console/${path}`,
          openBecause: 'Here sessions begin: tries are counted, and the provider says who it is.',
        })),
        {
          handler: pictures,
          method: HttpMethod.GET,
          path: '/console/api/pictures/{proxy+}',
          openBecause,
        },
        ...pages.routes,
        ...drops.routes,
      ],
    })
    this.url = `${endpoint.url}/console/`
    if (signsIn) this.tellProvider(signsIn, endpoint.url, props)
  }

  /** What signs people in at a provider, and reaches nothing but sessions and the client's secret. */
  private signingIn({ signIn }: ConsoleProps): LambdaFn | undefined {
    if (signIn === undefined) return undefined
    const secret = signIn === 'cognito' ? undefined : signIn.secret
    const { fn } = new SmallFunction(this, 'SignIn', {
      entry: 'functions/console/sign-in-elsewhere/handler.ts',
      environment: {
        CONSOLE_TABLE: this.table.tableName,
        ...(secret && { CONSOLE_CLIENT_SECRET_ID: secret.secretArn }),
      },
      memorySize: 512,
      timeout: Duration.seconds(29),
    })
    grantActions(
      fn,
      ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem'],
      this.table.tableArn,
    )
    if (secret) grantSecretRead(fn, secret)
    return fn
  }

  /** After the interface is there: a provider of our own must know where it leads back to. */
  private tellProvider(fn: LambdaFn, url: string, { signIn }: ConsoleProps): void {
    const provider =
      signIn === 'cognito' || signIn === undefined
        ? new ConsoleUsers(this, 'Users', url).provider
        : JSON.stringify({
            issuer: signIn.issuer,
            clientId: signIn.clientId,
            roles: signIn.roles,
          })
    fn.addEnvironment('CONSOLE_PROVIDER', provider)
  }

  /** What shows files of jobs: it has the engine, which decodes what browsers do not. */
  private pictures({ pipeline: { stores }, ffmpegLayer }: ConsoleProps): LambdaFn {
    const entry = 'functions/console/show-picture/handler.ts'
    const { environment, ...engine } = videoEngine(this, entry, ffmpegLayer)
    const { fn } = new EngineFunction(this, 'ShowPicture', {
      entry,
      ...engine,
      environment: {
        ...environment,
        CONSOLE_TABLE: this.table.tableName,
        JOBS_TABLE: stores.jobs.tableName,
        RESULTS_BUCKET: stores.results.bucketName,
      },
      timeout: Duration.seconds(29),
      memorySize: PICTURE_MEGABYTES,
      disk: Size.gibibytes(2),
    })
    const leases = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']
    grantActions(
      fn,
      leases.map((action) => `dynamodb:${action}`),
      this.table.tableArn,
    )
    grantActions(fn, ['dynamodb:GetItem'], stores.jobs.tableArn)
    for (const prefix of SOURCE_PREFIXES) {
      grantObjects(fn, ['s3:GetObject', 's3:GetObjectVersion'], stores.drop, prefix)
      grantListPrefix(fn, stores.drop, prefix)
    }
    grantObjects(fn, ['s3:GetObject'], stores.results, 'results/')
    grantListPrefix(fn, stores.results, 'results/')
    const keeping = ['GetObject', 'PutObject', 'PutObjectTagging', 'AbortMultipartUpload']
    grantObjects(
      fn,
      keeping.map((action) => `s3:${action}`),
      stores.results,
      PREVIEWS_PREFIX,
    )
    grantListPrefix(fn, stores.results, PREVIEWS_PREFIX)
    return fn
  }

  private environment({ pipeline, service, signIn }: ConsoleProps) {
    const { stores, workflow, dropQueue, batches } = pipeline
    return {
      CONSOLE_TABLE: this.table.tableName,
      DROP_BUCKET: stores.drop.bucketName,
      RESULTS_BUCKET: stores.results.bucketName,
      DROP_ORIGIN: this.originOf(stores.drop),
      RESULTS_ORIGIN: this.originOf(stores.results),
      JOBS_TABLE: stores.jobs.tableName,
      BATCHES_TABLE: batches.table.tableName,
      DROP_QUEUE_URL: dropQueue.queueUrl,
      STATE_MACHINE_ARN: workflow.stateMachine.stateMachineArn,
      BATCH_MACHINE_ARN: batches.workflow.stateMachine.stateMachineArn,
      ...(service && {
        ...serviceEnvironment(service),
        SERVICE_FILES_ORIGIN: this.originOf(service.stores.files),
      }),
      ...signInEnvironment(signIn),
    }
  }

  /** Where presigned addresses of a bucket lead: the SDK names buckets in the host. */
  private originOf({ bucketName }: AnyBucket): string {
    const { region, urlSuffix } = Stack.of(this)
    return `https://${bucketName}.s3.${region}.${urlSuffix}`
  }

  private grantReading(fn: LambdaFn, { pipeline, service }: ConsoleProps): void {
    const { stores, workflow, batches } = pipeline
    this.grantRecords(fn)
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:BatchGetItem'], stores.jobs.tableArn)
    for (const index of ['byDay', 'parked']) {
      grantActions(fn, ['dynamodb:Query'], `${stores.jobs.tableArn}/index/${index}`)
    }
    grantActions(
      fn,
      ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'],
      batches.table.tableArn,
    )
    for (const prefix of SOURCE_PREFIXES) {
      grantObjects(fn, ['s3:GetObject', 's3:GetObjectVersion'], stores.drop, prefix)
      grantListPrefix(fn, stores.drop, prefix)
    }
    // Of a batch's file the key does not tell the recipe: those that there are now are tried.
    grantListPrefix(fn, stores.drop, 'recipes/')
    grantObjects(fn, ['s3:GetObject'], stores.results, 'results/')
    const [jobs, files] = [workflow.stateMachine, batches.workflow.stateMachine]
    for (const { stateMachineArn } of [jobs, files]) {
      grantActions(fn, ['states:ListExecutions'], stateMachineArn)
    }
    grantExecutions(fn, ['states:GetExecutionHistory'], jobs)
    if (!service) return
    grantActions(fn, ['dynamodb:GetItem'], service.stores.tasks.tableArn)
    grantActions(fn, ['dynamodb:Query'], service.stores.webhooks.tableArn)
  }

  /** What changes jobs and batches, which the function of the page has no rights for. */
  private changes(props: ConsoleProps): LambdaFn {
    const { pipeline, service } = props
    const { stores, workflow, dropQueue, batches } = pipeline
    const { fn } = new SmallFunction(this, 'Change', {
      entry: 'functions/console/make-change/handler.ts',
      environment: this.environment(props),
      memorySize: 512,
      timeout: Duration.seconds(29),
    })
    this.grantRecords(fn)
    grantActions(fn, ['dynamodb:GetItem'], stores.jobs.tableArn)
    grantActions(fn, ['dynamodb:GetItem'], batches.table.tableArn)
    grantActions(fn, ['sqs:SendMessage'], dropQueue.queueArn)
    // What a retry may change is said by the recipe and the file's own metadata.
    for (const prefix of [...SOURCE_PREFIXES, 'recipes/']) {
      const version = prefix === 'recipes/' ? [] : ['s3:GetObjectVersion']
      grantObjects(fn, ['s3:GetObject', ...version], stores.drop, prefix)
      grantListPrefix(fn, stores.drop, prefix)
    }
    const manifests = ['s3:GetObject', 's3:GetObjectVersion', 's3:PutObject']
    grantObjects(fn, [...manifests, 's3:AbortMultipartUpload'], stores.drop, 'batches/')
    const [jobs, files] = [workflow.stateMachine, batches.workflow.stateMachine]
    grantExecutions(fn, ['states:GetExecutionHistory', 'states:StopExecution'], jobs)
    grantExecutions(
      fn,
      ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
      files,
    )
    if (service) grantService(fn, service)
    return fn
  }

  /** Sessions, audit and the answers to changes. */
  private grantRecords(fn: LambdaFn): void {
    const records = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem']
    grantActions(
      fn,
      records.map((action) => `dynamodb:${action}`),
      this.table.tableArn,
    )
  }
}

/** Where whoever has no session is sent. */
function signInEnvironment(signIn: ConsoleProps['signIn']): Record<string, string> {
  return signIn === undefined ? {} : { CONSOLE_SIGN_IN: '/console/sign-in' }
}

function serviceEnvironment({ stores, webhooks }: TaskService) {
  return {
    SERVICE_UNITS_TABLE: stores.units.tableName,
    SERVICE_WEBHOOKS_TABLE: stores.webhooks.tableName,
    SERVICE_TASKS_TABLE: stores.tasks.tableName,
    SERVICE_WEBHOOK_QUEUE_URL: webhooks.queue.queue.queueUrl,
  }
}

/** A job that is stopped takes its tasks along. */
function grantService(fn: LambdaFn, { stores, webhooks }: TaskService): void {
  grantEndTasks(fn, { stores, webhookQueue: webhooks.queue })
  grantActions(fn, ['dynamodb:Query'], `${stores.tasks.tableArn}/index/open`)
}

/** Lets `fn` do `actions` on the executions of a machine, whose names are made at run time. */
function grantExecutions(fn: LambdaFn, actions: string[], machine: StateMachine): void {
  const resource = Stack.of(fn).formatArn({
    service: 'states',
    resource: 'execution',
    resourceName: `${machine.stateMachineName}:*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })
  grantActions(fn, actions, resource)
  acknowledge(
    fn.role ?? fn,
    wildcardFinding(fn, resource),
    'Executions are named at run time; the function reaches none but those of this machine.',
  )
}
