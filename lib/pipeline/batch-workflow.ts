import { ArnFormat, Aws, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Bucket, CfnBucket } from 'aws-cdk-lib/aws-s3'
import {
  type CfnStateMachine,
  DefinitionBody,
  LogLevel,
  StateMachine,
} from 'aws-cdk-lib/aws-stepfunctions'
import { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import { type BatchDefinitionProps, batchDefinition } from '../workflow/batch-definition.ts'

export type BatchWorkflowProps = {
  readonly functions: Record<keyof BatchDefinitionProps['functions'], IFunction>
  readonly results: Bucket
  /** The first part of the results' keys. */
  readonly resultsPrefix: string
  readonly alarms: AlarmTopic
}

/**
 * The state machine of one manifest: it may invoke its functions, read and write below `batches/` of the results, and
 * start, look at and stop child executions of its own.
 */
export class BatchWorkflow extends Construct {
  readonly stateMachine: StateMachine

  constructor(
    scope: Construct,
    id: string,
    { functions, results, resultsPrefix, alarms }: BatchWorkflowProps,
  ) {
    super(scope, id)
    const arns = {
      readManifest: functions.readManifest.functionArn,
      workChunk: functions.workChunk.functionArn,
      reportChunk: functions.reportChunk.functionArn,
      closeBatch: functions.closeBatch.functionArn,
    }
    const place = { bucket: results.bucketName, prefix: resultsPrefix }
    this.stateMachine = new StateMachine(this, 'StateMachine', {
      definitionBody: DefinitionBody.fromString(
        Stack.of(this).toJsonString(
          batchDefinition({ partition: Aws.PARTITION, functions: arns, results: place }),
        ),
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
    this.letReadAndWrite(results, `${resultsPrefix}batches/`)
    this.letHaveChildren()
    acknowledge(
      this,
      'IAM5[Resource::*]',
      'Delivering execution logs and X-Ray segments has no narrower resource: AWS documents both with a star.',
    )
    alarms.whenAbove(this, 'FailedAlarm', {
      metric: this.stateMachine.metricFailed(),
      threshold: 0,
      description: 'A batch failed; its record and result manifest say why.',
    })
    alarms.whenAbove(this, 'TimedOutAlarm', {
      metric: this.stateMachine.metricTimedOut(),
      threshold: 0,
      description: 'A batch did not finish within its total time.',
    })
  }

  private letReadAndWrite(bucket: Bucket, prefix: string): void {
    this.stateMachine.addToRolePolicy(
      new PolicyStatement({
        actions: [
          's3:GetObject',
          's3:PutObject',
          's3:ListMultipartUploadParts',
          's3:AbortMultipartUpload',
        ],
        resources: [bucket.arnForObjects(`${prefix}*`)],
      }),
    )
    const bucketId = Stack.of(bucket).getLogicalId(bucket.node.defaultChild as CfnBucket)
    acknowledge(
      this,
      `IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      'The names of batches are made at run time; what their maps read and write lies below this prefix.',
    )
  }

  /** A policy of its own: in the machine's own role it would close a circle, machine → role → machine. */
  private letHaveChildren(): void {
    const { stateMachineArn, stateMachineName, role } = this.stateMachine
    const executions = Stack.of(this).formatArn({
      service: 'states',
      resource: 'execution',
      resourceName: `${stateMachineName}/Chunk:*`,
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    })
    const policy = new Policy(this, 'HaveChildren', {
      statements: [
        new PolicyStatement({ actions: ['states:StartExecution'], resources: [stateMachineArn] }),
        new PolicyStatement({
          actions: ['states:DescribeExecution', 'states:StopExecution', 'states:RedriveExecution'],
          resources: [executions],
        }),
      ],
      roles: [role],
    })
    const machineId = Stack.of(this).getLogicalId(
      this.stateMachine.node.defaultChild as CfnStateMachine,
    )
    acknowledge(
      policy,
      `IAM5[Resource::arn:<AWS::Partition>:states:<AWS::Region>:<AWS::AccountId>:execution:<${machineId}.Name>/Chunk:*]`,
      'Child executions are named at run time; the machine reaches none but its own.',
    )
  }
}
