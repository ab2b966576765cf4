import { Aws } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import { DETAIL_TYPES, EVENT_SOURCE } from '../../catalog/jobs/job-event-names.ts'

/** EventBridge's default bus of the account and region, where everything of the pipeline is told. */
const DEFAULT_BUS = `arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:event-bus/default`

/** Lets `fn` tell what becomes of jobs, in the pipeline's name and in no other. */
export function grantPutJobEvents(fn: IFunction): void {
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['events:PutEvents'],
      resources: [DEFAULT_BUS],
      conditions: {
        'ForAllValues:StringEquals': {
          'events:source': [EVENT_SOURCE],
          'events:detail-type': Object.values(DETAIL_TYPES),
        },
      },
    }),
  )
}
