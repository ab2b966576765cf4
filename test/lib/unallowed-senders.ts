type Json = Record<string, unknown>
type Resources = Record<string, { Type: string; Properties?: Json }>

type Statement = {
  Effect: string
  Principal?: { Service?: string | string[] } | string
  Action: string | string[]
}

/**
 * Who sends to a topic, queue or function of the template without being allowed there: CloudWatch's alarms to topics,
 * EventBridge's rules to queues, functions and topics, EventBridge to a rule's dead letters, topics to queues and
 * functions, HTTP APIs to functions. Each as `<sender> -> <target>: <service principal>`.
 */
export function unallowedSenders(resources: Resources): string[] {
  const sent = Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) =>
    targetsOf(Type, Properties).map(([principal, target]) => ({ id, principal, target })),
  )
  return sent
    .filter(({ target }) => target !== undefined && resources[target])
    .filter(({ principal, target }) => !isAllowed(resources, principal, target!))
    .map(({ id, principal, target }) => `${id} -> ${target}: ${principal}`)
}

function targetsOf(type: string, properties: Json): [string, string | undefined][] {
  if (type === 'AWS::CloudWatch::Alarm') {
    const actions = ['AlarmActions', 'OKActions', 'InsufficientDataActions'] as const
    return actions
      .flatMap((name) => (properties[name] as unknown[] | undefined) ?? [])
      .map((to) => ['cloudwatch.amazonaws.com', idOf(to)])
  }
  if (type === 'AWS::Events::Rule') {
    const targets = (properties['Targets'] as Json[] | undefined) ?? []
    return targets.flatMap(({ Arn, RoleArn, DeadLetterConfig }) => [
      // A target with a role, such as a state machine, is reached with the role's rights.
      ...(RoleArn ? [] : [['events.amazonaws.com', idOf(Arn)] as [string, string | undefined]]),
      ...(DeadLetterConfig
        ? [
            ['events.amazonaws.com', idOf((DeadLetterConfig as Json)['Arn'])] as [
              string,
              string | undefined,
            ],
          ]
        : []),
    ])
  }
  if (type === 'AWS::SNS::Subscription') {
    return [['sns.amazonaws.com', idOf(properties['Endpoint'])]]
  }
  if (type === 'AWS::ApiGatewayV2::Integration') {
    return [['apigateway.amazonaws.com', idOf(properties['IntegrationUri'])]]
  }
  return []
}

/** The resource an ARN, a reference or an attribute of one names. */
function idOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { Ref, 'Fn::GetAtt': attribute } = value as { Ref?: string; 'Fn::GetAtt'?: string[] }
  return Ref ?? attribute?.[0]
}

function isAllowed(resources: Resources, principal: string, target: string): boolean {
  const type = resources[target]?.Type
  if (type === 'AWS::Lambda::Function') {
    return Object.values(resources).some(
      ({ Type, Properties = {} }) =>
        Type === 'AWS::Lambda::Permission' &&
        idOf(Properties['FunctionName']) === target &&
        Properties['Principal'] === principal,
    )
  }
  const policies = {
    'AWS::SNS::Topic': ['AWS::SNS::TopicPolicy', 'Topics'],
    'AWS::SQS::Queue': ['AWS::SQS::QueuePolicy', 'Queues'],
  }[type ?? '']
  // Other targets are no resources with a policy of their own.
  if (!policies) return true
  const [policyType, list] = policies
  return Object.values(resources).some(
    ({ Type, Properties = {} }) =>
      Type === policyType &&
      ((Properties[list!] as unknown[]) ?? []).some((each) => idOf(each) === target) &&
      statementsOf(Properties).some((statement) => lets(statement, principal)),
  )
}

function statementsOf(properties: Json): Statement[] {
  return (properties['PolicyDocument'] as { Statement: Statement[] }).Statement
}

function lets({ Effect, Principal, Action }: Statement, principal: string): boolean {
  if (Effect !== 'Allow' || typeof Principal !== 'object') return false
  const sends = [Action]
    .flat()
    .some((action) => ['sns:Publish', 'sqs:SendMessage'].includes(action))
  return sends && [Principal.Service ?? []].flat().includes(principal)
}
