/** The AWS environment that a local run stands for, and its endpoints. */
export type AwsEnvironment = {
  readonly region: string
  /** Twelve digits. */
  readonly account: string
  /** Origin of the SQS endpoint, without a slash at the end; queue URLs start with it. */
  readonly sqsUrl: () => string
  /** Origin of an HTTP API by its id, without a slash at the end; undefined for an unknown id. */
  readonly apiUrl: (apiId: string) => string | undefined
}

/** The AWS partition of every ARN. */
export const PARTITION = 'aws'
/** The value of `AWS::URLSuffix`. */
const URL_SUFFIX = 'amazonaws.com'

/**
 * Replaces the AWS host name of one of our HTTP APIs by its local origin. CDK forms the URL of a stage by joining the
 * API's id with a host name, so no single attribute can be replaced.
 */
export function localizeUrls(text: string, environment: AwsEnvironment): string {
  return text.replaceAll(
    /https:\/\/([a-z0-9]+)\.execute-api\.[a-z0-9-]+\.amazonaws\.com/g,
    (whole, apiId: string) => environment.apiUrl(apiId) ?? whole,
  )
}

/**
 * The value of a pseudo parameter, undefined for any other name (CloudFormation Template Reference, "Pseudo
 * parameters reference").
 */
export function pseudoParameter(
  name: string,
  stack: string,
  environment: AwsEnvironment,
): string | undefined {
  const { region, account } = environment
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
