import { RemovalPolicy } from 'aws-cdk-lib'
import type { RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { RetentionProps } from '../constructs/retention.ts'
import type { Settings } from './settings.ts'

/** The life of what both stacks make. */
export function retentionOf({ removalPolicy, logDays }: Settings): RetentionProps {
  return {
    ...(removalPolicy === 'destroy' && { removalPolicy: RemovalPolicy.DESTROY }),
    ...(logDays !== undefined && { logRetention: logDays as RetentionDays }),
  }
}
