import { type AwsEnvironment, PARTITION, URL_SUFFIX } from './aws-environment.ts'

/**
 * The value of a pseudo parameter, undefined for any other name (CloudFormation Template Reference, "Pseudo
 * parameters reference").
 */
export function pseudoParameter(
  name: string,
  stack: string,
  place: AwsEnvironment,
): string | undefined {
  const { region, account } = place
  switch (name) {
    case 'AWS::Region':
      return region
    case 'AWS::AccountId':
      return account
    case 'AWS::Partition':
      return PARTITION
    case 'AWS::URLSuffix':
      return URL_SUFFIX
    case 'AWS::StackName':
      return stack
    case 'AWS::StackId':
      return `arn:${PARTITION}:cloudformation:${region}:${account}:stack/${stack}/local`
    default:
      return undefined
  }
}
