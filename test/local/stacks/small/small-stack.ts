import { join } from 'node:path'
import { type App, CfnOutput, Duration, Stack } from 'aws-cdk-lib'
import { HttpApi, HttpMethod } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { AttributeType, BillingMode, Table } from 'aws-cdk-lib/aws-dynamodb'
import { Rule } from 'aws-cdk-lib/aws-events'
import { LambdaFunction, SqsQueue } from 'aws-cdk-lib/aws-events-targets'
import { type CfnFunction, Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda'
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources'
import { Bucket, type CfnBucket } from 'aws-cdk-lib/aws-s3'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import { Queue } from 'aws-cdk-lib/aws-sqs'
import { DefinitionBody, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'

/** The folder of this stack's functions. */
export const SMALL_ROOT = import.meta.dirname

type FunctionOptions = {
  readonly environment?: Record<string, string>
  readonly timeout?: Duration
  readonly isolated?: boolean
}

function makeFunction(stack: Stack, verb: string, options: FunctionOptions = {}): Lambda {
  const fn = new Lambda(stack, verb, {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromInline('exports.handler = () => {}'),
    timeout: options.timeout ?? Duration.seconds(10),
    environment: options.environment ?? {},
  })
  const resource = fn.node.defaultChild as CfnFunction
  resource.addMetadata('darkroom:entry', join('handlers', `${verb}.ts`))
  if (options.isolated) resource.addMetadata('darkroom:isolated', true)
  return fn
}

function definition(ask: string) {
  return {
    QueryLanguage: 'JSONata',
    StartAt: 'Ask',
    States: {
      Ask: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
        Arguments: {
          FunctionName: ask,
          Payload: { token: '{% $states.context.Task.Token %}', id: '{% $states.input.id %}' },
        },
        TimeoutSeconds: 120,
        End: true,
      },
    },
  }
}

/** Bucket -> rule -> queue -> function -> table and state machine; HTTP API; a secret; an isolated function. */
export function buildSmall(app: App): void {
  const stores = new Stack(app, 'Stores')
  const table = new Table(stores, 'Table', {
    partitionKey: { name: 'id', type: AttributeType.STRING },
    billingMode: BillingMode.PAY_PER_REQUEST,
    timeToLiveAttribute: 'expiresAt',
  })
  const bucket = new Bucket(stores, 'Drop', { versioned: true })
  ;(bucket.node.defaultChild as CfnBucket).notificationConfiguration = {
    eventBridgeConfiguration: { eventBridgeEnabled: true },
  }
  const secret = new Secret(stores, 'Key', {
    generateSecretString: { secretStringTemplate: '{"user":"me"}', generateStringKey: 'apiKey' },
  })

  const stack = new Stack(app, 'Small')
  const TABLE = table.tableName
  const ask = makeFunction(stack, 'ask', { environment: { TABLE } })
  const machine = new StateMachine(stack, 'Machine', {
    definitionBody: DefinitionBody.fromString(stack.toJsonString(definition(ask.functionArn))),
  })
  ask.grantInvoke(machine)
  const MACHINE = machine.stateMachineArn
  const record = makeFunction(stack, 'record', { environment: { TABLE, MACHINE } })
  machine.grantStartExecution(record)
  const deadLetters = new Queue(stack, 'DeadLetters')
  const queue = new Queue(stack, 'Queue', {
    // Longer than a delivery takes on any machine. A test that needs a message again sooner makes it visible itself.
    visibilityTimeout: Duration.minutes(10),
    deadLetterQueue: { queue: deadLetters, maxReceiveCount: 2 },
  })
  record.addEventSource(
    new SqsEventSource(queue, { batchSize: 10, maxConcurrency: 2, reportBatchItemFailures: true }),
  )
  new Rule(stack, 'Dropped', {
    eventPattern: {
      source: ['aws.s3'],
      detailType: ['Object Created'],
      detail: { bucket: { name: [bucket.bucketName] }, object: { key: [{ prefix: 'drop/' }] } },
    },
    targets: [new SqsQueue(queue)],
  })
  const note = makeFunction(stack, 'note', { environment: { TABLE } })
  new Rule(stack, 'Ended', {
    eventPattern: {
      source: ['aws.states'],
      detail: { stateMachineArn: [MACHINE], status: ['SUCCEEDED'] },
    },
    targets: [new LambdaFunction(note)],
  })
  makeFunction(stack, 'work', {
    isolated: true,
    timeout: Duration.seconds(3),
    environment: { TABLE: 'its own' },
  })
  const api = new HttpApi(stack, 'Api')
  const answer = makeFunction(stack, 'answer', {
    environment: { TABLE, SECRET_ID: secret.secretName, QUEUE_URL: queue.queueUrl },
  })
  api.addRoutes({
    path: '/{proxy+}',
    methods: [HttpMethod.ANY],
    integration: new HttpLambdaIntegration('Answer', answer),
  })
  machine.grantTaskResponse(answer)
  secret.grantRead(answer)
  for (const fn of [ask, record, note, answer]) table.grantReadWriteData(fn)
  new CfnOutput(stack, 'Url', { value: api.url ?? '' })
}
