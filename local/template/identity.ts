import { type AwsEnvironment, PARTITION } from './aws-environment.ts'
import { stableId } from './physical-name.ts'

/** The names of a resource that other parts of a template refer to. */
export type Identity = {
  readonly name: string
  /** The value of `Ref`. */
  readonly ref: string
  /** The values of `Fn::GetAtt`. */
  readonly attributes: Readonly<Record<string, string>>
}

/** The property that names a resource of a type. Types that are not listed cannot be named. */
export const NAME_PROPERTY: Readonly<Record<string, string>> = {
  'AWS::S3::Bucket': 'BucketName',
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::SQS::Queue': 'QueueName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::StepFunctions::StateMachine': 'StateMachineName',
  'AWS::SecretsManager::Secret': 'Name',
  'AWS::Events::Rule': 'Name',
  'AWS::IAM::Role': 'RoleName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
}

type IdentityRule = (
  name: string,
  id: string,
  environment: AwsEnvironment,
) => Omit<Identity, 'name'>

function arn(environment: AwsEnvironment, service: string, rest: string): string {
  return `arn:${PARTITION}:${service}:${environment.region}:${environment.account}:${rest}`
}

function byArn(ref: string, extra: Record<string, string> = {}): Omit<Identity, 'name'> {
  return {
    ref,
    attributes: { Arn: ref, ...extra },
  }
}

const IDENTITY_RULES: Readonly<Record<string, IdentityRule>> = {
  'AWS::S3::Bucket': (name, _id, environment) => ({
    ref: name,
    attributes: {
      Arn: `arn:${PARTITION}:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${environment.region}.amazonaws.com`,
    },
  }),
  'AWS::DynamoDB::Table': (name, _id, environment) => ({
    ref: name,
    attributes: { Arn: arn(environment, 'dynamodb', `table/${name}`) },
  }),
  'AWS::SQS::Queue': (name, _id, environment) => {
    const url = `${environment.sqsUrl()}/${environment.account}/${name}`
    return {
      ref: url,
      attributes: { Arn: arn(environment, 'sqs', name), QueueName: name, QueueUrl: url },
    }
  },
  'AWS::Lambda::Function': (name, _id, environment) => ({
    ref: name,
    attributes: { Arn: arn(environment, 'lambda', `function:${name}`) },
  }),
  'AWS::StepFunctions::StateMachine': (name, _id, environment) =>
    byArn(arn(environment, 'states', `stateMachine:${name}`), { Name: name }),
  'AWS::SecretsManager::Secret': (name, id, environment) => {
    const ref = arn(environment, 'secretsmanager', `secret:${name}-${id.slice(0, 6)}`)
    return { ref, attributes: { Id: ref } }
  },
  'AWS::Events::Rule': (name, _id, environment) => ({
    ref: name,
    attributes: { Arn: arn(environment, 'events', `rule/${name}`) },
  }),
  'AWS::ApiGatewayV2::Api': (_name, id, environment) => ({
    ref: id,
    attributes: { ApiId: id, ApiEndpoint: environment.apiUrl(id) ?? `http://${id}.invalid` },
  }),
  'AWS::ApiGatewayV2::Integration': (_name, id) => ({ ref: id, attributes: { IntegrationId: id } }),
  'AWS::ApiGatewayV2::Route': (_name, id) => ({ ref: id, attributes: { RouteId: id } }),
  'AWS::Lambda::EventSourceMapping': (_name, id) => ({ ref: id, attributes: { Id: id } }),
  'AWS::IAM::Role': (name, id, environment) => ({
    ref: name,
    attributes: {
      Arn: `arn:${PARTITION}:iam::${environment.account}:role/${name}`,
      RoleId: `AROA${id.toUpperCase()}`,
    },
  }),
  'AWS::Logs::LogGroup': (name, _id, environment) => ({
    ref: name,
    attributes: { Arn: arn(environment, 'logs', `log-group:${name}:*`) },
  }),
  'AWS::SNS::Topic': (name, _id, environment) => {
    const ref = arn(environment, 'sns', name)
    return { ref, attributes: { TopicArn: ref, TopicName: name } }
  },
  'AWS::CloudWatch::Alarm': (name, _id, environment) => ({
    ref: name,
    attributes: { Arn: arn(environment, 'cloudwatch', `alarm:${name}`) },
  }),
}

/**
 * Name, `Ref` and attributes of a resource, formed as AWS forms them (CloudFormation Template Reference, "Return
 * values" of each type).
 */
export function identify(
  type: string,
  name: string,
  environment: AwsEnvironment,
  stack: string,
  logicalId: string,
): Identity {
  const id = stableId(10, 'id', stack, logicalId)
  const maker = IDENTITY_RULES[type]
  return maker ? { name, ...maker(name, id, environment) } : { name, ref: name, attributes: {} }
}
