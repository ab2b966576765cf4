import { join } from 'node:path'
import type { Endpoints } from './stack-options.ts'

type Facts = {
  readonly region: string
  readonly dataDir: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly endpoints: Endpoints
}

/**
 * The standard variables that point an AWS SDK or the AWS CLI at the local services (AWS SDKs and Tools Reference
 * Guide, "Service-specific endpoints"). Services that do not run here get an endpoint that refuses them, and the
 * user's own AWS files are not read, so that nothing reaches a real account.
 */
export function sdkEnvironment({ region, dataDir, credentials, endpoints }: Facts) {
  return {
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: join(dataDir, 'no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: join(dataDir, 'no-aws-credentials'),
    AWS_ENDPOINT_URL: endpoints.eventBridge,
    AWS_ENDPOINT_URL_S3: endpoints.s3,
    AWS_ENDPOINT_URL_DYNAMODB: endpoints.dynamodb,
    AWS_ENDPOINT_URL_SQS: endpoints.sqs,
    AWS_ENDPOINT_URL_SFN: endpoints.stepFunctions,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoints.secretsManager,
    AWS_ENDPOINT_URL_EVENTBRIDGE: endpoints.eventBridge,
    AWS_ENDPOINT_URL_CLOUDWATCH: endpoints.cloudWatch,
    AWS_ENDPOINT_URL_STS: endpoints.eventBridge,
    AWS_ENDPOINT_URL_LAMBDA: endpoints.eventBridge,
  }
}
