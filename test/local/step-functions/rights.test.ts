import { RedriveExecutionCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { operatorOnly } from '../../setup/account.ts'
import { signedPost } from '../../setup/signed-post.ts'
import { account, functionArn, invoke, machine, named, region } from './definitions.ts'
import { startRig } from './rig.ts'

const ROLE = `arn:aws:iam::${account}:role/machines`
const role = { kind: 'role', roleArn: ROLE, sessionArn: `${ROLE}/session` } as const
const KEY = { accessKeyId: 'machines', secretAccessKey: 'secret' }
const MACHINE = `arn:aws:states:${region}:${account}:stateMachine:machine`

/** An interpreter with one state machine, whose role may do these things, and the calls of its function. */
async function startAs(definition: object, allowed: Record<string, string>) {
  const calls: number[] = []
  const access = operatorOnly()
  const Statement = Object.entries(allowed).map(([Action, Resource]) => ({
    Effect: 'Allow' as const,
    Action,
    Resource,
  }))
  const policies = Statement.length
    ? [{ name: 'own', document: { Version: '2012-10-17' as const, Statement } }]
    : []
  access.install({
    keys: [{ ...KEY, caller: role }],
    roles: [{ arn: ROLE, policies }],
    resources: [],
  })
  const rig = await startRig({
    access,
    functions: {
      each: (n: number) => {
        calls.push(n)
        if (calls.length === 1) throw named('Broken')
        return n
      },
    },
  })
  rig.service.createStateMachine({ name: 'machine', definition, role })
  return { rig, calls, arn: await rig.start(definition, 1) }
}

const task = machine({ A: invoke('each') })
const map = machine({
  M: {
    Type: 'Map',
    Items: [1],
    ItemProcessor: {
      ProcessorConfig: { Mode: 'DISTRIBUTED', ExecutionType: 'STANDARD' },
      StartAt: 'I',
      States: { I: invoke('each') },
    },
    End: true,
  },
})
const CALL = { 'lambda:InvokeFunction': functionArn('each') }
const START = { 'states:StartExecution': MACHINE }

test('a state machine does only what its role may', async () => {
  const none = await startAs(task, {})
  expect(await none.rig.finish(none.arn)).toMatchObject({
    status: 'FAILED',
    error: 'Lambda.AWSLambdaException',
    cause: expect.stringContaining('is not authorized to perform: lambda:InvokeFunction'),
  })
  const noChildren = await startAs(map, CALL)
  expect(await noChildren.rig.finish(noChildren.arn)).toMatchObject({
    status: 'FAILED',
    error: 'States.Permissions',
    cause: expect.stringContaining(`states:StartExecution on resource: ${MACHINE} `),
  })
  expect([...none.calls, ...noChildren.calls]).toEqual([])
})

test('a redrive of children is a right of its own', async () => {
  const { rig, calls, arn } = await startAs(map, { ...CALL, ...START })
  expect(await rig.finish(arn)).toMatchObject({ error: 'States.ExceedToleratedFailureThreshold' })
  rig.changes.length = 0
  await rig.client.send(new RedriveExecutionCommand({ executionArn: arn }))
  expect(await rig.finish(arn)).toMatchObject({ status: 'FAILED', error: 'States.Permissions' })
  expect(calls).toEqual([1])
})

test('who calls the endpoint does only what he may', async () => {
  const { rig, arn } = await startAs(task, { 'states:DescribeExecution': '*' })
  const ask = async (action: string) => {
    const headers = { 'x-amz-target': `AWSStepFunctions.${action}` }
    const body = JSON.stringify({ executionArn: arn })
    const signing = { service: 'states', region, headers, body, credentials: KEY }
    return (await signedPost(rig.service.url, signing)).json()
  }
  expect(await ask('DescribeExecution')).toMatchObject({ executionArn: arn })
  expect(await ask('StopExecution')).toMatchObject({
    __type: 'com.amazon.coral.service#AccessDeniedException',
  })
})
