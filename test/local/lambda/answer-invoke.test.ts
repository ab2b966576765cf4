import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { expect, onTestFinished, test } from 'vitest'
import { startControl } from '../../../local/control/start-control.ts'
import type { AccessPlan } from '../../../local/iam/access.ts'
import type { Invoke } from '../../../local/lambda/hosted-function.ts'
import { localAccount, OPERATOR } from '../../setup/account.ts'

const ROLE = 'arn:aws:iam::000000000000:role/Worker'
const KEY = { accessKeyId: 'ASIAWORKER', secretAccessKey: 'of the worker' }

/** A worker that may invoke the function `broker`. */
function planOf(region: string): AccessPlan {
  const Resource = `arn:aws:lambda:${region}:000000000000:function:broker`
  const Statement = [{ Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource }]
  const document = { Version: '2012-10-17', Statement }
  const caller = {
    kind: 'role' as const,
    roleArn: ROLE,
    sessionArn: 'arn:aws:sts::000000000000:assumed-role/Worker/run-task',
  }
  return {
    keys: [{ ...KEY, caller }],
    roles: [{ arn: ROLE, policies: [{ name: 'Own', document }] }],
    resources: [],
  }
}

/** An endpoint whose function `broker` answers what it is asked, and fails for `"fail"`. */
async function openLambda(credentials = KEY) {
  const account = localAccount()
  account.access.install(planOf(account.region))
  const invoke: Invoke = async (arn, payload) => {
    if (payload === 'fail') return { error: { errorType: 'Broke', errorMessage: 'It broke.' } }
    return arn.endsWith(':broker')
      ? { payload: { asked: payload } }
      : { error: { errorType: 'ResourceNotFoundException', errorMessage: 'Not there.' } }
  }
  const control = await startControl({ port: 0, ...account, services: {}, invoke: () => invoke })
  const { region } = account
  const lambda = new LambdaClient({ endpoint: control.url, region, credentials, maxAttempts: 1 })
  onTestFinished(async () => {
    lambda.destroy()
    await control.close()
  })
  const ask = async (FunctionName: string, payload: unknown, InvocationType?: 'Event') => {
    const Payload = JSON.stringify(payload)
    const request = { FunctionName, Payload, ...(InvocationType && { InvocationType }) }
    const answer = await lambda.send(new InvokeCommand(request))
    return {
      payload: JSON.parse(answer.Payload?.transformToString() ?? ''),
      failed: answer.FunctionError,
      status: answer.StatusCode,
    }
  }
  return { ask, url: control.url, region }
}

test('a function is invoked by name and by ARN, and its answer given', async () => {
  const { ask, region } = await openLambda()
  const answered = { payload: { asked: { a: 'ä' } }, failed: undefined, status: 200 }
  expect(await ask('broker', { a: 'ä' })).toEqual(answered)
  const arn = `arn:aws:lambda:${region}:000000000000:function:broker`
  expect(await ask(arn, { a: 'ä' })).toEqual(answered)
})

test('a function that fails is an answer that says so', async () => {
  const { ask } = await openLambda()
  expect(await ask('broker', 'fail')).toEqual({
    payload: { errorType: 'Broke', errorMessage: 'It broke.' },
    failed: 'Unhandled',
    status: 200,
  })
})

test('a role invokes the functions that it may, and no others', async () => {
  const { ask } = await openLambda()
  const denied = await ask('api', {}).catch((error: Error) => error)
  expect(denied).toMatchObject({ name: 'AccessDeniedException' })
  expect(String(denied)).toContain('is not authorized to perform: lambda:InvokeFunction')
})

test('an unknown function, an event and an unknown key are refused as Lambda does', async () => {
  const operator = await openLambda({ ...OPERATOR })
  await expect(operator.ask('gone', {})).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  })
  await expect(operator.ask('broker', {}, 'Event')).rejects.toMatchObject({
    name: 'InvalidParameterValueException',
  })
  const stranger = await openLambda({ accessKeyId: 'nobody', secretAccessKey: 'nothing' })
  await expect(stranger.ask('broker', {})).rejects.toMatchObject({
    name: 'UnrecognizedClientException',
  })
  const bare = await fetch(`${operator.url}/2015-03-31/functions/broker/invocations`, {
    method: 'POST',
  })
  expect(bare.status).toBe(400)
  expect((await fetch(`${operator.url}/2015-03-31/functions`)).status).toBe(400)
})
