/** The resource types that a local run creates. */
export const HOSTED_TYPES: ReadonlySet<string> = new Set([
  'AWS::S3::Bucket',
  'AWS::DynamoDB::Table',
  'AWS::SQS::Queue',
  'AWS::Lambda::Function',
  'AWS::Lambda::EventSourceMapping',
  'AWS::Lambda::EventInvokeConfig',
  'AWS::Events::Rule',
  'AWS::StepFunctions::StateMachine',
  'AWS::ApiGatewayV2::Api',
  'AWS::ApiGatewayV2::Stage',
  'AWS::ApiGatewayV2::Route',
  'AWS::ApiGatewayV2::Integration',
  'AWS::SecretsManager::Secret',
])

const IGNORED = new Set([
  'AWS::Lambda::Permission',
  'AWS::S3::BucketPolicy',
  'AWS::SQS::QueuePolicy',
  'AWS::SNS::Topic',
  'AWS::SNS::TopicPolicy',
  'AWS::CDK::Metadata',
])

const IGNORED_SERVICES = ['AWS::IAM::', 'AWS::Logs::', 'AWS::CloudWatch::']

/** True for types without effect on one machine: permissions, policies, topics, logs and alarms. */
export function isIgnoredType(type: string): boolean {
  return IGNORED.has(type) || IGNORED_SERVICES.some((service) => type.startsWith(service))
}
