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

type IdentityRule = (name: string, id: string, place: AwsEnvironment) => Omit<Identity, 'name'>

function arn(place: AwsEnvironment, service: string, rest: string): string {
  return `arn:${PARTITION}:${service}:${place.region}:${place.account}:${rest}`
}

function byArn(ref: string, extra: Record<string, string> = {}): Omit<Identity, 'name'> {
  return {
    ref,
    attributes: { Arn: ref, ...extra },
  }
}

const IDENTITY_RULES: Readonly<Record<string, IdentityRule>> = {
  'AWS::S3::Bucket': (name, _id, place) => ({
    ref: name,
    attributes: {
      Arn: `arn:${PARTITION}:s3:::${name}`,
      DomainName: `${name}.s3.amazonaws.com`,
      RegionalDomainName: `${name}.s3.${place.region}.amazonaws.com`,
    },
  }),
  'AWS::DynamoDB::Table': (name, _id, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'dynamodb', `table/${name}`) },
  }),
  'AWS::SQS::Queue': (name, _id, place) => {
    const url = `${place.sqsUrl()}/${place.account}/${name}`
    return {
      ref: url,
      attributes: { Arn: arn(place, 'sqs', name), QueueName: name, QueueUrl: url },
    }
  },
  'AWS::Lambda::Function': (name, _id, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'lambda', `function:${name}`) },
  }),
  'AWS::StepFunctions::StateMachine': (name, _id, place) =>
    byArn(arn(place, 'states', `stateMachine:${name}`), { Name: name }),
  'AWS::SecretsManager::Secret': (name, id, place) => {
    const ref = arn(place, 'secretsmanager', `secret:${name}-${id.slice(0, 6)}`)
    return { ref, attributes: { Id: ref } }
  },
  'AWS::Events::Rule': (name, _id, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'events', `rule/${name}`) },
  }),
  'AWS::ApiGatewayV2::Api': (_name, id, place) => ({
    ref: id,
    attributes: { ApiId: id, ApiEndpoint: place.apiUrl(id) ?? `http://${id}.invalid` },
  }),
  'AWS::ApiGatewayV2::Integration': (_name, id) => ({ ref: id, attributes: { IntegrationId: id } }),
  'AWS::ApiGatewayV2::Route': (_name, id) => ({ ref: id, attributes: { RouteId: id } }),
  'AWS::Lambda::EventSourceMapping': (_name, id) => ({ ref: id, attributes: { Id: id } }),
  'AWS::IAM::Role': (name, id, place) => ({
    ref: name,
    attributes: {
      Arn: `arn:${PARTITION}:iam::${place.account}:role/${name}`,
      RoleId: `AROA${id.toUpperCase()}`,
    },
  }),
  'AWS::Logs::LogGroup': (name, _id, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'logs', `log-group:${name}:*`) },
  }),
  'AWS::SNS::Topic': (name, _id, place) => {
    const ref = arn(place, 'sns', name)
    return { ref, attributes: { TopicArn: ref, TopicName: name } }
  },
  'AWS::CloudWatch::Alarm': (name, _id, place) => ({
    ref: name,
    attributes: { Arn: arn(place, 'cloudwatch', `alarm:${name}`) },
  }),
}

/**
 * Name, `Ref` and attributes of a resource, formed as AWS forms them (CloudFormation Template Reference, "Return
 * values" of each type).
 */
export function identify(
  type: string,
  name: string,
  place: AwsEnvironment,
  stack: string,
  logicalId: string,
): Identity {
  const id = stableId(10, 'id', stack, logicalId)
  const maker = IDENTITY_RULES[type]
  return maker ? { name, ...maker(name, id, place) } : { name, ref: name, attributes: {} }
}
