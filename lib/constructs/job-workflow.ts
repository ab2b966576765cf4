import { Aws, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { DefinitionBody, LogLevel, StateMachine } from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { type JobDefinitionProps, jobDefinition } from '../workflow/job-definition.ts'
import { acknowledge } from './acknowledge.ts'
import type { AlarmTopic } from './alarm-topic.ts'

export type JobWorkflowProps = {
  readonly functions: Record<keyof JobDefinitionProps['functions'], IFunction>
  readonly alarms: AlarmTopic
}

/** The state machine of one dropped file: it may invoke the functions it names and write its log, nothing else. */
export class JobWorkflow extends Construct {
  readonly stateMachine: StateMachine

  constructor(scope: Construct, id: string, { functions, alarms }: JobWorkflowProps) {
    super(scope, id)
    const arns = {
      preProcess: functions.preProcess.functionArn,
      chooseTarget: functions.chooseTarget.functionArn,
      createTask: functions.createTask.functionArn,
      deliver: functions.deliver.functionArn,
      recordFailure: functions.recordFailure.functionArn,
    }
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(jobDefinition({ partition: Aws.PARTITION, functions: arns })),
      ),
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
    alarms.whenAbove(this, 'FailedAlarm', {
      metric: this.stateMachine.metricFailed(),
      threshold: 0,
      description: 'A job failed; its record and receipt say why.',
    })
    alarms.whenAbove(this, 'TimedOutAlarm', {
      metric: this.stateMachine.metricTimedOut(),
      threshold: 0,
      description: 'A job did not finish within its total time.',
    })
  }
}
