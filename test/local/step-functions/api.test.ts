import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
} from '@aws-sdk/client-sfn'
import { expect, onTestFinished, test, vi } from 'vitest'
import { closeServer, listen } from '../../../local/http/server.ts'
import type { Caller } from '../../../local/iam/caller.ts'
import { createApiServer } from '../../../local/step-functions/api/serve-api.ts'
import { OPERATOR, operatorOnly } from '../../setup/account.ts'
import { signedPost } from '../../setup/signed-post.ts'
import { account, callback, machine, region } from './definitions.ts'
import { startRig } from './rig.ts'

function refused(name: string) {
  return { name, $metadata: { httpStatusCode: 400 } }
}
const waiting = machine({ A: callback('ask') })
const quick = machine({ A: { Type: 'Pass', End: true } })
function startAsking() {
  return startRig({ functions: { ask: () => null } })
}
const stateMachineArn = `arn:aws:states:${region}:${account}:stateMachine:machine`

test('the SDK finds the endpoint by AWS_ENDPOINT_URL_SFN', async () => {
  const rig = await startRig()
  const arn = await rig.start(quick)
  vi.stubEnv('AWS_ENDPOINT_URL_SFN', rig.service.url)
  const client = new SFNClient({ region, credentials: OPERATOR })
  try {
    expect(await client.send(new DescribeExecutionCommand({ executionArn: arn }))).toMatchObject({
      name: expect.any(String),
    })
  } finally {
    vi.unstubAllEnvs()
    client.destroy()
  }
})

test('the same name with the same input while it runs is the same execution', async () => {
  const rig = await startAsking()
  const arn = await rig.start(waiting, { a: 1 }, 'one')
  const again = await rig.client.send(
    new StartExecutionCommand({ stateMachineArn, name: 'one', input: '{"a":1}' }),
  )
  expect(again.executionArn).toBe(arn)
  expect(again.startDate).toEqual((await rig.describe(arn)).startDate)
  expect(rig.changes.filter((change) => change.detail.status === 'RUNNING')).toHaveLength(1)
})

test('the same name with another input, or after its end, is ExecutionAlreadyExists', async () => {
  const rig = await startAsking()
  const arn = await rig.start(waiting, { a: 1 }, 'one')
  await expect(rig.start(waiting, { a: 2 }, 'one')).rejects.toMatchObject(
    refused('ExecutionAlreadyExists'),
  )
  await rig.client.send(new StopExecutionCommand({ executionArn: arn }))
  await expect(rig.start(waiting, { a: 1 }, 'one')).rejects.toMatchObject(
    refused('ExecutionAlreadyExists'),
  )
})

test.for([
  'a b',
  'a/b',
  'a:b',
  'a*',
  'a?',
  '<a>',
  '[a]',
  '{a}',
  'a"',
  'a#',
  'a%',
  'a\\',
  'a^',
  'a|',
  'a~',
  'a`',
  'a$',
  'a&',
  'a,',
  'a;',
  'a\u0000',
  'a\u0085',
  '😀',
  'a'.repeat(81),
  '',
])('the name %j is InvalidName', async (name) => {
  const rig = await startRig()
  rig.service.createStateMachine({ name: 'machine', definition: quick })
  const command = new StartExecutionCommand({ stateMachineArn, name, input: '{}' })
  await expect(rig.client.send(command)).rejects.toMatchObject(refused('InvalidName'))
})

test.for(['a', 'A-b_c.d', 'a'.repeat(80), 'é', "a'b(c)=@!+"])(
  'the name %j is taken',
  async (name) => {
    const rig = await startRig()
    const arn = await rig.start(quick, {}, name)
    expect(await rig.finish(arn)).toMatchObject({ status: 'SUCCEEDED' })
  },
)

test('inputs that are not JSON or too large are refused', async () => {
  const rig = await startRig()
  await rig.start(quick)
  const start = (input: string) =>
    rig.client.send(new StartExecutionCommand({ stateMachineArn, input }))
  await expect(start('{')).rejects.toMatchObject(refused('InvalidExecutionInput'))
  await expect(start(JSON.stringify('x'.repeat(262_143)))).rejects.toMatchObject(
    refused('ValidationException'),
  )
  const largest = await start(JSON.stringify('x'.repeat(262_142)))
  expect(await rig.finish(largest.executionArn!)).toMatchObject({ status: 'SUCCEEDED' })
})

test('missing resources are refused by name', async () => {
  const rig = await startRig()
  const { client } = rig
  const executionArn = `arn:aws:states:${region}:${account}:execution:machine:none`
  await expect(client.send(new StartExecutionCommand({ stateMachineArn }))).rejects.toMatchObject(
    refused('StateMachineDoesNotExist'),
  )
  await expect(
    client.send(new StartExecutionCommand({ stateMachineArn: 'machine' })),
  ).rejects.toMatchObject(refused('InvalidArn'))
  await expect(client.send(new DescribeExecutionCommand({ executionArn }))).rejects.toMatchObject(
    refused('ExecutionDoesNotExist'),
  )
  await expect(client.send(new StopExecutionCommand({ executionArn }))).rejects.toMatchObject(
    refused('ExecutionDoesNotExist'),
  )
  await expect(client.send(new GetExecutionHistoryCommand({ executionArn }))).rejects.toMatchObject(
    refused('ExecutionDoesNotExist'),
  )
})

test('StopExecution ends an execution as ABORTED, once, with error and cause', async () => {
  const rig = await startAsking()
  const executionArn = await rig.start(waiting)
  await rig.clock.advance(1_000)
  await rig.client.send(new StopExecutionCommand({ executionArn, error: 'Enough', cause: 'rain' }))
  await rig.client.send(new StopExecutionCommand({ executionArn, error: 'Again' }))
  expect(await rig.finish(executionArn)).toEqual({
    status: 'ABORTED',
    error: 'Enough',
    cause: 'rain',
  })
  expect((await rig.history(executionArn)).map((event) => event.type).slice(-2)).toEqual([
    'TaskStateAborted',
    'ExecutionAborted',
  ])
})

test('ListExecutions pages newest first and filters by status', async () => {
  const rig = await startAsking()
  const arns: string[] = []
  for (let i = 0; i < 5; i++) arns.push(await rig.start(waiting, { i }))
  await rig.client.send(new StopExecutionCommand({ executionArn: arns[2]! }))
  const list = async (more: object) => {
    const { executions, nextToken } = await rig.client.send(
      new ListExecutionsCommand({ stateMachineArn, ...more }),
    )
    return { arns: executions?.map((each) => each.executionArn), nextToken }
  }
  const first = await list({ maxResults: 3 })
  expect(first.arns).toEqual([arns[4], arns[3], arns[2]])
  expect(await list({ maxResults: 3, nextToken: first.nextToken })).toEqual({
    arns: [arns[1], arns[0]],
    nextToken: undefined,
  })
  expect((await list({ statusFilter: 'ABORTED' })).arns).toEqual([arns[2]])
  expect((await list({ statusFilter: 'RUNNING' })).arns).toHaveLength(4)
  await expect(list({ nextToken: 'nonsense' })).rejects.toMatchObject(refused('InvalidToken'))
})

test('GetExecutionHistory pages both ways and leaves data out on demand', async () => {
  const rig = await startRig()
  const { arn: executionArn } = await rig.run(quick, { secret: 1 })
  const page = async (more: object) =>
    rig.client.send(new GetExecutionHistoryCommand({ executionArn, ...more }))
  const ids = (events: { id: number | undefined }[] | undefined) => events?.map((event) => event.id)
  const first = await page({ maxResults: 3 })
  expect(ids(first.events)).toEqual([1, 2, 3])
  expect(ids((await page({ maxResults: 3, nextToken: first.nextToken })).events)).toEqual([4])
  const back = await page({ maxResults: 3, reverseOrder: true })
  expect(ids(back.events)).toEqual([4, 3, 2])
  expect(
    ids((await page({ maxResults: 3, reverseOrder: true, nextToken: back.nextToken })).events),
  ).toEqual([1])
  expect(JSON.stringify((await page({})).events)).toContain('secret')
  expect(JSON.stringify((await page({ includeExecutionData: false })).events)).not.toContain(
    'secret',
  )
})

test('state machines are described and listed; a new definition applies to new executions only', async () => {
  const rig = await startAsking()
  const running = await rig.start(waiting)
  await rig.start(quick)
  const { definition } = await rig.client.send(new DescribeStateMachineCommand({ stateMachineArn }))
  expect(JSON.parse(definition!)).toEqual(quick)
  const { stateMachines } = await rig.client.send(new ListStateMachinesCommand({}))
  expect(stateMachines).toMatchObject([{ stateMachineArn, name: 'machine', type: 'STANDARD' }])
  expect(await rig.describe(running)).toMatchObject({ status: 'RUNNING' })
})

test.for([
  [
    'another action',
    { 'x-amz-target': 'AWSStepFunctions.CreateActivity' },
    '{}',
    400,
    'UnknownOperationException',
  ],
  [
    'an action of another prefix',
    { 'x-amz-target': 'xAWSStepFunctions.ListStateMachines' },
    '{}',
    400,
    'UnknownOperationException',
  ],
  [
    'an action with more behind it',
    { 'x-amz-target': 'AWSStepFunctions.ListStateMachines!' },
    '{}',
    400,
    'UnknownOperationException',
  ],
  [
    'the largest body',
    { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    'x'.repeat(2 * 1_024 * 1_024),
    400,
    'SerializationException',
  ],
  ['no action', {}, '{}', 400, 'UnknownOperationException'],
  [
    'no JSON',
    { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    '{',
    400,
    'SerializationException',
  ],
  [
    'a wrong field',
    { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    '{"stateMachineArn":1}',
    400,
    'ValidationException',
  ],
  [
    'an array',
    { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    '[]',
    400,
    'ValidationException',
  ],
  [
    'a body too large',
    { 'x-amz-target': 'AWSStepFunctions.StartExecution' },
    'x'.repeat(2 * 1_024 * 1_024 + 1),
    400,
    'ValidationException',
  ],
] as const)('%s is refused in AWS JSON', async ([, headers, body, status, type]) => {
  const rig = await startRig()
  const answer = await signedPost(rig.service.url, { service: 'states', region, headers, body })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/x-amz-json-1.0')
  expect(await answer.json()).toMatchObject({ __type: type, message: expect.any(String) })
})

/** Posts to an endpoint whose engine is broken. */
async function postBroken(credentials = OPERATOR) {
  const server = createApiServer({ region } as never, operatorOnly())
  const url = `http://127.0.0.1:${await listen(server, 0)}`
  onTestFinished(() => closeServer(server, 0))
  const headers = { 'x-amz-target': 'AWSStepFunctions.ListStateMachines' }
  return signedPost(url, { service: 'states', region, headers, body: '', credentials })
}

test('a fault of the interpreter is told as one, and who may not ask is told so', async () => {
  const broken = await postBroken()
  expect([broken.status, await broken.json()]).toEqual([
    500,
    { __type: 'InternalFailure', message: 'the interpreter failed' },
  ])
  const stranger = await postBroken({ ...OPERATOR, accessKeyId: 'nobody' })
  expect([stranger.status, await stranger.json()]).toEqual([
    400,
    expect.objectContaining({ __type: 'UnrecognizedClientException' }),
  ])
})

test('an answer has the status 200, also to a request without a body', async () => {
  const rig = await startRig()
  const headers = { 'x-amz-target': 'AWSStepFunctions.ListStateMachines' }
  const answer = await signedPost(rig.service.url, { service: 'states', region, headers, body: '' })
  expect([answer.status, await answer.json()]).toEqual([200, { stateMachines: [] }])
})

test('a state machine has a name of 80 characters at most, and the role that it was given', async () => {
  const rig = await startRig()
  const create = (name: string, role?: Caller) =>
    rig.service.createStateMachine({ name, definition: quick, ...(role && { role }) })
  for (const name of ['', 'a b', ' a', 'a ', 'x'.repeat(81)]) {
    expect(() => create(name)).toThrow('name: 1 to 80 letters, digits, - and _')
  }
  const roleOf = async (made: { arn: string }) =>
    (await rig.client.send(new DescribeStateMachineCommand({ stateMachineArn: made.arn }))).roleArn
  expect(await roleOf(create('x'.repeat(80)))).toBe(
    `arn:aws:iam::${account}:role/${'x'.repeat(80)}`,
  )
  const role = { kind: 'role', roleArn: 'arn:r', sessionArn: 'arn:s' } as const
  expect(await roleOf(create('a-B_9', role))).toBe('arn:r')
})
