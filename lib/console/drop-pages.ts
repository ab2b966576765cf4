import { Duration } from 'aws-cdk-lib'
import { HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import type { Function as LambdaFn } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { DROP_PREFIX, INPUTS_PREFIX } from '../../catalog/recipe/shape/key-prefixes.ts'
import { grantActions, grantListPrefix, grantObjects } from '../constructs/grants.ts'
import type { HttpRoute } from '../constructs/http-endpoint.ts'
import type { RecordTable } from '../constructs/record-table.ts'
import { SmallFunction } from '../constructs/small-function.ts'
import type { DropPipeline } from '../pipeline/drop-pipeline.ts'
import { spendingEnvironment } from '../pipeline/spending.ts'

export type DropPagesProps = {
  readonly pipeline: DropPipeline
  /** Sessions, audit and the answers to changes. */
  readonly records: RecordTable
  /** Where whoever has no session is sent, as a variable. */
  readonly signIn: Readonly<Record<string, string>>
  readonly openBecause: string
}

/** The functions behind the pages of recipes and drops, each with no right but those that it needs. */
export class DropPages extends Construct {
  /** Routes of the console's HTTP API. */
  readonly routes: HttpRoute[]

  constructor(scope: Construct, id: string, props: DropPagesProps) {
    super(scope, id)
    const { openBecause } = props
    const handlers = { recipes: this.recipes(props), drops: this.drops(props) }
    const routes = {
      recipes: ['recipes', 'recipes/{proxy+}', 'catalogue', 'previews'],
      drops: ['drops/{proxy+}', 'uploads', 'uploads/{proxy+}'],
    }
    this.routes = (['recipes', 'drops'] as const).flatMap((subject) =>
      routes[subject].map((path) => ({
        handler: handlers[subject],
        method: HttpMethod.ANY,
        path: `/console/api/${path}`,
        openBecause,
      })),
    )
  }

  /** What reads, checks and saves recipes, and reaches nothing else of the pipeline. */
  private recipes({ pipeline: { stores }, records, signIn }: DropPagesProps): LambdaFn {
    const { fn } = new SmallFunction(this, 'Recipes', {
      entry: 'functions/console/keep-recipes/handler.ts',
      environment: {
        CONSOLE_TABLE: records.tableName,
        DROP_BUCKET: stores.drop.bucketName,
        ...signIn,
      },
      memorySize: 512,
      timeout: Duration.seconds(29),
    })
    grantActions(fn, RECORD_ACTIONS, records.tableArn)
    grantObjects(fn, ['s3:GetObject', 's3:PutObject', 's3:DeleteObject'], stores.drop, 'recipes/')
    grantListPrefix(fn, stores.drop, 'recipes/')
    return fn
  }

  /** What plans drops and signs the addresses that their files go to. The bytes pass it by. */
  private drops({ pipeline, records, signIn }: DropPagesProps): LambdaFn {
    const { stores, spending } = pipeline
    const { fn } = new SmallFunction(this, 'Drops', {
      entry: 'functions/console/take-drops/handler.ts',
      environment: {
        CONSOLE_TABLE: records.tableName,
        DROP_BUCKET: stores.drop.bucketName,
        JOBS_TABLE: stores.jobs.tableName,
        BUDGET: spendingEnvironment(spending).BUDGET,
        ...signIn,
      },
      memorySize: 1024,
      timeout: Duration.seconds(29),
    })
    grantActions(fn, RECORD_ACTIONS, records.tableArn)
    grantActions(fn, ['dynamodb:GetItem', 'dynamodb:BatchGetItem'], stores.jobs.tableArn)
    grantActions(fn, ['dynamodb:Query'], `${stores.jobs.tableArn}/index/byDay`)
    const writing = ['GetObject', 'PutObject', 'AbortMultipartUpload', 'ListMultipartUploadParts']
    grantObjects(
      fn,
      writing.map((action) => `s3:${action}`),
      stores.drop,
      DROP_PREFIX,
    )
    for (const prefix of ['recipes/', INPUTS_PREFIX]) {
      grantObjects(fn, ['s3:GetObject'], stores.drop, prefix)
    }
    for (const prefix of [DROP_PREFIX, 'recipes/', INPUTS_PREFIX]) {
      grantListPrefix(fn, stores.drop, prefix)
    }
    return fn
  }
}

const RECORD_ACTIONS = ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'].map(
  (action) => `dynamodb:${action}`,
)
