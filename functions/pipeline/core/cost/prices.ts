import { LAMBDA_GB_SECOND, TRANSITION } from '../../../../catalog/costs/compute.ts'

/**
 * AWS list prices for us-east-1 in dollars, from the services' price pages, without the free tier. All estimates are
 * made from this table.
 */
export const PRICES = {
  /** Step Functions Standard, per state transition. */
  transition: TRANSITION,
  /** Lambda on arm64, per GB-second and per request. */
  lambdaGbSecond: LAMBDA_GB_SECOND,
  lambdaRequest: 0.2 / 1e6,
  /** S3 Standard, per PUT, COPY or LIST, and per GET or HEAD. */
  s3Put: 0.005 / 1e3,
  s3Get: 0.0004 / 1e3,
  /** DynamoDB on demand, per write unit (1 KB) and per strongly consistent read unit (4 KB). */
  dynamoWrite: 0.625 / 1e6,
  dynamoRead: 0.125 / 1e6,
  /** SQS standard, EventBridge (own events) and HTTP API, per request or event. */
  sqsRequest: 0.4 / 1e6,
  event: 1 / 1e6,
  httpRequest: 1 / 1e6,
  /** CloudWatch Logs, per GB ingested. */
  logsGb: 0.5,
} as const
