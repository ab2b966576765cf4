import { Duration } from 'aws-cdk-lib'
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Function as LambdaFn } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import {
  grantActions,
  grantListPrefix,
  grantObjects,
  grantSecretRead,
} from '../constructs/grants.ts'
import type { HttpRoute } from '../constructs/http-endpoint.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import { spendingEnvironment } from '../pipeline/spending.ts'
import { grantEndTasks } from '../service/task-endings.ts'
import type { TaskService } from '../service/task-service.ts'
import { examineFunction } from './examine-function.ts'
import type { ServicePagesProps } from './service-pages-props.ts'

/** The functions behind the pages of the service, each with no right but those that it needs. */
export class ServicePages extends Construct {
  /** Routes of the console's HTTP API. */
  readonly routes: HttpRoute[]

  constructor(scope: Construct, id: string, props: ServicePagesProps) {
    super(scope, id)
    const { openBecause } = props
    const looks = this.looks(props)
    const tries = props.service && this.tries(props)
    const changes = props.service && this.changes(props.service, props)
    const examines = examineFunction(this, props)
    this.routes = [
      {
        handler: examines,
        method: HttpMethod.GET,
        path: '/console/api/doctor',
        openBecause,
      },
      ...[
        ...['accounts', 'units', 'keys', 'tasks', 'tasks/{proxy+}', 'webhooks', 'deliveries'],
        ...['costs', 'budget', 'parked', 'audit', 'openapi.json'],
        // It says why nothing can be tried.
        ...(tries ? [] : ['tries']),
      ].map((path) => ({
        handler: looks,
        method: HttpMethod.GET,
        path: `/console/api/${path}`,
        openBecause,
      })),
      ...(tries ? TRIES : []).map(([method, path]) => ({
        handler: tries as LambdaFn,
        method,
        path: `/console/api/${path}`,
        openBecause,
      })),
      ...(props.service ? CHANGES : []).map(([method, path]) => ({
        handler: changes as LambdaFn,
        method,
        path: `/console/api/${path}`,
        openBecause,
      })),
    ]
  }

  /** What asks the service with the pipeline's key, and reaches nothing of either. */
  private tries({ pipeline, records, environment }: ServicePagesProps): LambdaFn {
    const { stores, service } = pipeline
    const { CONSOLE_TABLE = '', CONSOLE_SIGN_IN } = environment
    const { fn } = new SmallFunction(this, 'Try', {
      entry: 'functions/console/try-feature/handler.ts',
      environment: {
        CONSOLE_TABLE,
        ...(CONSOLE_SIGN_IN !== undefined && { CONSOLE_SIGN_IN }),
        SERVICE_SECRET_ID: stores.secret.secretArn,
        SERVICE_BASE_URL: service.serviceUrl,
        SERVICE_IDEMPOTENT: String(service.serviceIdempotent),
        ...(service.serviceOffer && { SERVICE_OFFER: JSON.stringify(service.serviceOffer) }),
      },
      memorySize: 512,
      timeout: Duration.seconds(29),
    })
    grantActions(fn, [...SESSION_ACTIONS, ...CHANGING_ACTIONS], records.tableArn)
    grantSecretRead(fn, stores.secret)
    return fn
  }

  /** What changes keys, units, webhooks and tasks; it shows nothing of them. */
  private changes(service: TaskService, { records, environment }: ServicePagesProps): LambdaFn {
    const { keys, webhooks, files } = service.stores
    const { fn } = new SmallFunction(this, 'Change', {
      entry: 'functions/console/change-service/handler.ts',
      environment: {
        ...environment,
        SERVICE_KEYS_TABLE: keys.tableName,
        SERVICE_FILES_BUCKET: files.bucketName,
      },
      memorySize: 512,
      timeout: Duration.seconds(29),
    })
    grantActions(fn, [...SESSION_ACTIONS, ...CHANGING_ACTIONS], records.tableArn)
    grantActions(fn, ['dynamodb:Scan', 'dynamodb:PutItem', 'dynamodb:UpdateItem'], keys.tableArn)
    grantEndTasks(fn, { stores: service.stores, webhookQueue: service.webhooks.queue })
    grantActions(fn, ['dynamodb:UpdateItem', 'dynamodb:DeleteItem'], webhooks.tableArn)
    for (const prefix of ['uploads/', 'results/', 'segments/']) {
      grantObjects(fn, ['s3:DeleteObject'], files, prefix)
    }
    return fn
  }

  /** What looks at the service, at spending and at the audit. */
  private looks({ pipeline, service, records, environment }: ServicePagesProps): LambdaFn {
    const { stores, spending } = pipeline
    const { fn } = new SmallFunction(this, 'Serve', {
      entry: 'functions/console/serve-service/handler.ts',
      environment: {
        ...environment,
        PIPELINE_NAME: stores.pipelineName,
        BUDGET: spendingEnvironment(spending).BUDGET,
        ...(service && {
          SERVICE_KEYS_TABLE: service.stores.keys.tableName,
          SERVICE_LIMITS_TABLE: service.stores.limits.tableName,
          ...service.limitEnvironment,
        }),
      },
      memorySize: 512,
      timeout: Duration.seconds(29),
    })
    // The audit is read day by day; the rest is what sessions take.
    grantActions(fn, SESSION_ACTIONS, records.tableArn)
    grantActions(fn, ['dynamodb:Query'], records.tableArn)
    // The budget of a day is an item among jobs.
    grantActions(fn, ['dynamodb:GetItem'], stores.jobs.tableArn)
    grantActions(fn, ['dynamodb:Query'], `${stores.jobs.tableArn}/index/parked`)
    grantListPrefix(fn, stores.drop, 'recipes/')
    grantActions(fn, ['cloudwatch:GetMetricData'], '*')
    acknowledge(fn.role ?? fn, 'IAM5[Resource::*]', 'CloudWatch knows no resources for metrics.')
    if (service) grantLooking(fn, service)
    return fn
  }
}

const CHANGES: readonly (readonly [HttpMethod, string])[] = [
  [HttpMethod.POST, 'keys'],
  [HttpMethod.POST, 'keys/{proxy+}'],
  [HttpMethod.POST, 'webhooks'],
  [HttpMethod.POST, 'webhooks/{proxy+}'],
  [HttpMethod.DELETE, 'webhooks/{proxy+}'],
  [HttpMethod.POST, 'units'],
  [HttpMethod.POST, 'deliveries/replay'],
  [HttpMethod.DELETE, 'tasks/{proxy+}'],
]
const TRIES: readonly (readonly [HttpMethod, string])[] = [
  [HttpMethod.GET, 'tries'],
  [HttpMethod.GET, 'tries/{proxy+}'],
  [HttpMethod.POST, 'tries'],
  [HttpMethod.POST, 'tries/check'],
]
/** The audit, and the answers to changes. */
const CHANGING_ACTIONS = ['dynamodb:PutItem', 'dynamodb:DeleteItem']
const SESSION_ACTIONS = ['dynamodb:GetItem', 'dynamodb:UpdateItem']

function grantLooking(fn: LambdaFn, { stores }: TaskService): void {
  const { tasks, keys, units, webhooks, limits } = stores
  grantActions(fn, ['dynamodb:GetItem'], tasks.tableArn)
  for (const index of ['byAccount', 'open']) {
    grantActions(fn, ['dynamodb:Query'], `${tasks.tableArn}/index/${index}`)
  }
  grantActions(fn, ['dynamodb:Scan'], keys.tableArn)
  grantActions(fn, ['dynamodb:Query'], units.tableArn)
  grantActions(fn, ['dynamodb:GetItem', 'dynamodb:Query'], webhooks.tableArn)
  grantActions(fn, ['dynamodb:Query'], `${webhooks.tableArn}/index/pending`)
  grantActions(fn, ['dynamodb:GetItem'], limits.tableArn)
}
