import { DescribeExecutionCommand, ListExecutionsCommand, SFNClient } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import type { Assembly, TemplateResource } from '../../../local/template/template.ts'
import { drop, item } from './clients.ts'
import { dataFolder, eventually, smallAssembly, startSmall } from './rig.ts'

type Change = (resource: { Properties: Record<string, unknown>; Type: string }) => boolean

/** The small stack's templates without, or with changed, resources: `change` returns whether one stays. */
function planted(type: string, change: Change): Assembly {
  const { stacks } = structuredClone(smallAssembly())
  return {
    stacks: stacks.map(({ name, template }) => ({
      name,
      template: {
        ...template,
        Resources: Object.fromEntries(
          Object.entries(template.Resources ?? {}).filter(
            ([, one]) => one.Type !== type || change(one as never),
          ),
        ) as Record<string, TemplateResource>,
      },
    })),
  }
}

type Statement = { Action: string | string[]; Resource: unknown }

/** Changes the statements of the policies of roles. */
function withStatements(change: (statement: Statement) => boolean): Assembly {
  return planted('AWS::IAM::Policy', ({ Properties }) => {
    const document = Properties['PolicyDocument'] as { Statement: Statement[] }
    document.Statement = document.Statement.filter(change)
    return document.Statement.length > 0
  })
}

function has({ Action }: Statement, action: string): boolean {
  return [Action].flat().includes(action)
}

/** Starts the stacks, drops an object, and waits for a line of the log that holds `text`. */
async function logged(assembly: Assembly, text: string): Promise<string> {
  const lines: string[] = []
  const dataDir = dataFolder()
  const stacks = await startSmall({ dataDir, assembly, onLog: (line) => void lines.push(line) })
  await drop(stacks, 'drop/one.jpg')
  return eventually(async () => lines.find((line) => line.includes(text)))
}

const NOT_AUTHORIZED = 'is not authorized to perform: '

test('a missing right fails the function that needs it, in the words of AWS', async () => {
  const assembly = withStatements((statement) => !has(statement, 'dynamodb:UpdateItem'))
  const line = await logged(assembly, NOT_AUTHORIZED)
  expect(line).toContain(`${NOT_AUTHORIZED}dynamodb:UpdateItem on resource: arn:aws:dynamodb:`)
  expect(line).toContain(':assumed-role/Small-record')
  expect(line).toContain('because no identity-based policy allows the dynamodb:UpdateItem action')
})

test('a right on another resource is no right', async () => {
  const assembly = withStatements((statement) => {
    if (has(statement, 'states:StartExecution'))
      statement.Resource = 'arn:aws:states:us-east-1:000000000000:stateMachine:other'
    return true
  })
  expect(await logged(assembly, NOT_AUTHORIZED)).toContain('states:StartExecution')
})

test('a queue that does not let a rule in gets no event', async () => {
  const line = await logged(
    planted('AWS::SQS::QueuePolicy', () => false),
    NOT_AUTHORIZED,
  )
  expect(line).toContain('User: events.amazonaws.com')
  expect(line).toContain('sqs:SendMessage')
  expect(line).toContain('because no resource-based policy allows')
})

test('a function that does not let an API in answers with 500', async () => {
  const assembly = planted('AWS::Lambda::Permission', () => false)
  const stacks = await startSmall({ dataDir: dataFolder(), assembly })
  const answer = await fetch(`${Object.values(stacks.apis)[0]}/plain`)
  expect(answer.status).toBe(500)
})

test('a state machine that may not call its function fails', async () => {
  const assembly = withStatements((statement) => !has(statement, 'lambda:InvokeFunction'))
  const stacks = await startSmall({ dataDir: dataFolder(), assembly })
  await drop(stacks, 'drop/one.jpg')
  const { endpoints, region, credentials } = stacks
  const workflows = new SFNClient({ endpoint: endpoints.stepFunctions, region, credentials })
  const stateMachineArn = stacks.resource('Small/Machine').ref
  const executionArn = await eventually(async () => {
    const { executions } = await workflows.send(new ListExecutionsCommand({ stateMachineArn }))
    return executions?.find(({ status }) => status === 'FAILED')?.executionArn
  })
  const ended = await workflows.send(new DescribeExecutionCommand({ executionArn }))
  expect(ended.error).toBe('Lambda.AWSLambdaException')
  expect(ended.cause).toContain(`${NOT_AUTHORIZED}lambda:InvokeFunction`)
})

test('a function that may not work off its queue is refused, as by Lambda', async () => {
  const assembly = withStatements((statement) => !has(statement, 'sqs:ReceiveMessage'))
  await expect(startSmall({ dataDir: dataFolder(), assembly })).rejects.toThrow(
    'execution role does not have permissions to call ReceiveMessage',
  )
})

test('a role that its service cannot assume, and a condition that is unknown, are refused', async () => {
  const foreign = planted('AWS::IAM::Role', ({ Properties }) => {
    const document = Properties['AssumeRolePolicyDocument'] as { Statement: object[] }
    document.Statement = [
      { Effect: 'Allow', Action: 'sts:AssumeRole', Principal: { Service: 'ec2.amazonaws.com' } },
    ]
    return true
  })
  await expect(startSmall({ dataDir: dataFolder(), assembly: foreign })).rejects.toThrow(
    'its role cannot be assumed by lambda.amazonaws.com',
  )
  const unknown = withStatements((statement) => {
    Object.assign(statement, { Condition: { StringEquals: { 'aws:PrincipalOrgID': 'o-1' } } })
    return true
  })
  await expect(startSmall({ dataDir: dataFolder(), assembly: unknown })).rejects.toThrow(
    'The condition key aws:PrincipalOrgID is not evaluated here',
  )
})

test('the report tells what was used and what was not', async () => {
  const stacks = await startSmall({ dataDir: dataFolder() })
  await drop(stacks, 'drop/one.jpg')
  await eventually(() => item(stacks, 'token drop-one-jpg'))
  const { used, unused } = await stacks.rights()
  const texts = (rights: typeof used) => rights.map(({ policy, action }) => `${policy} ${action}`)
  const of = (rights: typeof used, part: string) =>
    texts(rights).filter((one) => one.includes(part))
  expect(of(used, 'dynamodb:UpdateItem')).toEqual([expect.stringMatching(/^Small\/record/)])
  expect(of(used, 'states:StartExecution')).toHaveLength(1)
  expect(of(used, 'lambda:InvokeFunction')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^Small\/MachineRole/)]),
  )
  expect(of(unused, 'secretsmanager:GetSecretValue')).toHaveLength(1)
  expect(of(unused, 'dynamodb:Scan').length).toBeGreaterThan(0)
})
