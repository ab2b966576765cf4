import { Aws } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { acknowledge } from '../constructs/acknowledge.ts'
import type { AlarmTopic } from '../constructs/alarm-topic.ts'
import type { AnyBucket } from '../constructs/any-bucket.ts'
import { grantChildExecutions } from '../constructs/grant-child-executions.ts'
import { objectsUnderPrefix } from '../constructs/grants.ts'
import { Workflow } from '../constructs/workflow.ts'
import { type BatchDefinitionProps, batchDefinition } from '../workflow/batch-definition.ts'

type Verb = keyof BatchDefinitionProps['functions']

export type BatchWorkflowProps = {
  readonly functions: Readonly<Record<Verb, IFunction>>
  readonly results: AnyBucket
  /** The first part of the results' keys. */
  readonly resultsPrefix: string
  readonly alarms: AlarmTopic
}

/**
 * The state machine of one manifest: besides invoking its functions it may read and write below `batches/` of the
 * results, and start, look at and stop child executions of its own.
 */
export class BatchWorkflow extends Workflow<Verb> {
  constructor(scope: Construct, id: string, props: BatchWorkflowProps) {
    const { results, resultsPrefix, alarms } = props
    const { readManifest, workChunk, reportChunk, closeBatch } = props.functions
    const place = { bucket: results.bucketName, prefix: resultsPrefix }
    super(scope, id, {
      alarms,
      what: 'A batch',
      functions: { readManifest, workChunk, reportChunk, closeBatch },
      define: (functions) =>
        batchDefinition({ partition: Aws.PARTITION, functions, results: place }),
    })
    this.letReadAndWrite(results, `${resultsPrefix}batches/`)
    grantChildExecutions(this, 'Chunk')
    alarms.alarmAbove(this, 'FailedAlarm', {
      metric: this.stateMachine.metricFailed(),
      threshold: 0,
      description: 'A batch failed; its record and result manifest say why.',
    })
  }

  private letReadAndWrite(bucket: AnyBucket, prefix: string): void {
    const { resource, finding } = objectsUnderPrefix(this, bucket, prefix)
    this.stateMachine.addToRolePolicy(
      new PolicyStatement({
        actions: [
          's3:GetObject',
          's3:PutObject',
          's3:ListMultipartUploadParts',
          's3:AbortMultipartUpload',
        ],
        resources: [resource],
      }),
    )
    acknowledge(
      this,
      finding,
      'The names of batches are made at run time; what their maps read and write lies below this prefix.',
    )
  }
}
