import { Aws } from 'aws-cdk-lib'

/** EventBridge's default bus of the account and region, where everything of the pipeline is told. */
export const DEFAULT_BUS = `arn:${Aws.PARTITION}:events:${Aws.REGION}:${Aws.ACCOUNT_ID}:event-bus/default`
