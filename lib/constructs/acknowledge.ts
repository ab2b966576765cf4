import * as cdk from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/**
 * Accepts one finding of cdk-nag below `scope`, with the reason a reviewer needs. The finding's full id is asked for
 * because a rule with several findings (`IAM5[Resource::…]`) must not be silenced as a whole. Without effect in
 * releases of the construct library that have no validations yet, and whose cdk-nag reads something else.
 */
export function acknowledge(scope: IConstruct, finding: string, reason: string): void {
  const { Validations } = cdk as Partial<Pick<typeof cdk, 'Validations'>>
  Validations?.of(scope).acknowledge({ id: `AwsSolutions::AwsSolutions-${finding}`, reason })
}
