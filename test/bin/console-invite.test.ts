import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminListGroupsForUserCommand,
  AdminRemoveUserFromGroupCommand,
  CognitoIdentityProviderClient,
  UsernameExistsException,
  type UserStatusType,
} from '@aws-sdk/client-cognito-identity-provider'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { consoleCommand } from '../../bin/commands/console.ts'
import { explainError } from '../../bin/program/explain-error.ts'

const cloudFormation = mockClient(CloudFormationClient)
const cognito = mockClient(CognitoIdentityProviderClient)
afterAll(() => {
  cloudFormation.restore()
  cognito.restore()
})

const EMAIL = 'ada@example.org'
const PERSON = { UserPoolId: 'eu-west-1_pool', Username: EMAIL }
const DEPLOYED = { ConsoleUrl: 'https://x.example/console/', ConsoleUserPoolId: PERSON.UserPoolId }

beforeEach(() => {
  cloudFormation.reset()
  cognito.reset()
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  outputs(DEPLOYED)
  cognito.on(AdminCreateUserCommand).resolves({})
})

function outputs(given: Record<string, string>): void {
  const StackName = 'DarkroomConsole'
  const Outputs = Object.entries(given).map(([OutputKey, OutputValue]) => ({
    OutputKey,
    OutputValue,
  }))
  cloudFormation
    .on(DescribeStacksCommand)
    .rejects(new Error('Stack with id Elsewhere does not exist'))
    .on(DescribeStacksCommand, { StackName })
    .resolves({
      Stacks: [{ StackName, CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }],
    })
}

/** Somebody who is in the pool already. */
function isThere(UserStatus: UserStatusType, ...groups: string[]): void {
  const exists = new UsernameExistsException({
    message: 'User account already exists',
    $metadata: {},
  })
  cognito
    .on(AdminCreateUserCommand)
    .rejects(exists)
    .on(AdminCreateUserCommand, { MessageAction: 'RESEND' })
    .resolves({})
    .on(AdminGetUserCommand, PERSON)
    .resolves({ Username: EMAIL, UserStatus })
    .on(AdminListGroupsForUserCommand, PERSON)
    .resolves({ Groups: groups.map((GroupName) => ({ GroupName })) })
}

/** What the command prints, or says of why it failed. */
async function invite(...words: string[]): Promise<string> {
  const print = vi.spyOn(console, 'log').mockReturnValue()
  try {
    await consoleCommand().parseAsync(['invite', ...words], { from: 'user' })
    return print.mock.calls.map(([line]) => String(line)).join('\n')
  } catch (error) {
    return explainError(error)
  } finally {
    print.mockRestore()
  }
}

/** The groups that a command put the person into, or took them out of. */
function groups(
  command: typeof AdminAddUserToGroupCommand | typeof AdminRemoveUserFromGroupCommand,
) {
  return cognito.commandCalls(command as typeof AdminAddUserToGroupCommand).map(({ args }) => {
    expect(args[0].input).toMatchObject(PERSON)
    return args[0].input.GroupName
  })
}

test('somebody new is sent a password by mail and gets the role', async () => {
  expect(await invite(EMAIL, '--role', 'operator')).toBe(
    'ada@example.org was sent a password for the first time, which holds for seven days; role: operator.',
  )
  expect(cognito.commandCalls(AdminCreateUserCommand).map(({ args }) => args[0].input)).toEqual([
    {
      ...PERSON,
      DesiredDeliveryMediums: ['EMAIL'],
      UserAttributes: [
        { Name: 'email', Value: EMAIL },
        { Name: 'email_verified', Value: 'true' },
      ],
    },
  ])
  expect(groups(AdminAddUserToGroupCommand)).toEqual(['operator'])
})

test('somebody who is there has the asked role afterwards and no other, also where it is a lower one', async () => {
  isThere('CONFIRMED', 'admin', 'operator', 'of-another-tool')
  expect(JSON.parse(await invite(EMAIL, '--role', 'viewer', '--json'))).toEqual({
    email: EMAIL,
    role: 'viewer',
    outcome: 'known',
  })
  expect(groups(AdminAddUserToGroupCommand)).toEqual(['viewer'])
  expect(groups(AdminRemoveUserFromGroupCommand)).toEqual(['operator', 'admin'])
  expect(cognito.commandCalls(AdminCreateUserCommand)).toHaveLength(1)
})

test('somebody who never signed in is sent another password', async () => {
  isThere('FORCE_CHANGE_PASSWORD', 'viewer')
  expect(await invite(EMAIL, '--role', 'viewer')).toContain('was sent another password')
  expect(groups(AdminRemoveUserFromGroupCommand)).toEqual([])
})

test.each<[string, string[], string]>([
  ['a stack that is not there', ['--stack', 'Elsewhere'], 'There is no stack Elsewhere'],
  ['a role that there is not', ['--role', 'owner'], 'Allowed choices are viewer, operator, admin'],
])('%s is said, and nobody is let in', async (_, words, says) => {
  // Commander ends the process where nobody overrides it.
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => {
    throw new Error('ended')
  })
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const said = await invite(EMAIL, '--role', 'operator', ...words)
  expect(said + write.mock.calls.join('')).toContain(says)
  exit.mockRestore()
  write.mockRestore()
  expect(cognito.calls()).toHaveLength(0)
})

test.each<[string, Record<string, string>, string]>([
  [
    'a console with a provider of its own has no pool',
    { ConsoleUrl: DEPLOYED.ConsoleUrl },
    'at a provider of your own: give the role there',
  ],
  ['a stack of another kind', { ServiceUrl: 'https://x.example' }, 'is no console'],
])('%s', async (_, given, says) => {
  outputs(given)
  expect(await invite(EMAIL, '--role', 'operator')).toContain(says)
  expect(cognito.calls()).toHaveLength(0)
})

test('what is no address is refused before anything is asked', async () => {
  expect(await invite('ada', '--role', 'viewer')).toBe('ada is no address of e-mail.')
  expect(cloudFormation.calls()).toHaveLength(0)
})
