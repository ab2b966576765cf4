import { RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'

export type WorkflowProps<Verb extends string> = {
  readonly functions: Readonly<Record<Verb, IFunction>>
  /** Makes the definition, in Amazon States Language, from the functions' ARNs. */
  readonly define: (arns: Record<Verb, string>) => object
  readonly alarms: AlarmTopic
  /** What one execution is, with its article: `A job`. */
  readonly what: string
}

/** A state machine that may invoke the functions it names and write its log and its traces, nothing else. */
export class Workflow<Verb extends string> extends Construct {
  readonly stateMachine: StateMachine

  constructor(scope: Construct, id: string, props: WorkflowProps<Verb>) {
    super(scope, id)
    const verbs = Object.entries<IFunction>(props.functions)
    const arns = Object.fromEntries(verbs.map(([verb, fn]) => [verb, fn.functionArn]))
    const definition = props.define(arns as Record<Verb, string>)
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromString(Stack.of(this).toJsonString(definition)),
      tracingEnabled: true,
      logs: {
        level: LogLevel.ALL,
        // Inputs hold object keys, which people choose and may fill with names.
        includeExecutionData: false,
        destination: new LogGroup(this, 'Log', {
          retention: RetentionDays.ONE_MONTH,
          removalPolicy: RemovalPolicy.DESTROY,
        }),
      },
    })
    this.stateMachine.addToRolePolicy(
      new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: Object.values(arns) }),
    )
    acknowledge(
      this,
      'IAM5[Resource::*]',
      'Delivering execution logs and X-Ray segments has no narrower resource: AWS documents both with a star.',
    )
    props.alarms.alarmAbove(this, 'TimedOutAlarm', {
      metric: this.stateMachine.metricTimedOut(),
      threshold: 0,
      description: `${props.what} did not finish within its total time.`,
    })
  }
}
