import { Aspects, type IAspect, RemovalPolicies, type RemovalPolicy } from 'aws-cdk-lib'
import { CfnTable } from 'aws-cdk-lib/aws-dynamodb'
import { CfnLogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { CfnBucket } from 'aws-cdk-lib/aws-s3'
import type { IConstruct } from 'constructs'

/** How long what a construct makes outlives its use. */
export type RetentionProps = {
  /**
   * What becomes of buckets and tables when they leave the stack or the stack goes. A bucket that holds anything
   * cannot be deleted. @default RETAIN
   */
  readonly removalPolicy?: RemovalPolicy | undefined
  /** How long the logs of functions, workflows and interfaces are kept. @default one month */
  readonly logRetention?: RetentionDays | undefined
}

/** Gives everything below `scope` its life, also what is made later. */
export function applyRetention(
  scope: IConstruct,
  { removalPolicy, logRetention }: RetentionProps,
): void {
  if (removalPolicy) {
    RemovalPolicies.of(scope).apply(removalPolicy, {
      applyToResourceTypes: [CfnBucket.CFN_RESOURCE_TYPE_NAME, CfnTable.CFN_RESOURCE_TYPE_NAME],
    })
  }
  if (logRetention !== undefined) Aspects.of(scope).add(new LogRetentionAspect(logRetention))
}

class LogRetentionAspect implements IAspect {
  private readonly days: RetentionDays

  constructor(days: RetentionDays) {
    this.days = days
  }

  visit(node: IConstruct): void {
    if (!(node instanceof CfnLogGroup)) return
    if (this.days === RetentionDays.INFINITE) node.addPropertyDeletionOverride('RetentionInDays')
    else node.retentionInDays = this.days
  }
}
