import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn'
import { App, Duration, Stack } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda'
import * as sfn from 'aws-cdk-lib/aws-stepfunctions'
import { LambdaInvoke } from 'aws-cdk-lib/aws-stepfunctions-tasks'
import { expect, test } from 'vitest'
import { functionArn, named } from './definitions.ts'
import { startRig } from './rig.ts'

/** A stack with a callback, a Choice, a Map and a Catch, written like the project's workflow. */
function synthesize(): object {
  const stack = new Stack(new App({ analyticsReporting: false }), 'Test')
  const fn = (id: string): LambdaFunction =>
    new LambdaFunction(stack, id, {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline('exports.handler = () => {}'),
    })
  const failed = LambdaInvoke.jsonata(stack, 'RecordFailure', {
    lambdaFunction: fn('Record'),
    payload: sfn.TaskInput.fromObject({ error: '{% $lastError %}' }),
    outputs: '{% $states.result.Payload %}',
  }).next(sfn.Fail.jsonata(stack, 'Failed', { error: '{% $lastError.Error %}' }))
  const ask = LambdaInvoke.jsonata(stack, 'Ask', {
    lambdaFunction: fn('AskFor'),
    integrationPattern: sfn.IntegrationPattern.WAIT_FOR_TASK_TOKEN,
    payload: sfn.TaskInput.fromObject({
      token: '{% $states.context.Task.Token %}',
      job: '{% $states.input.job %}',
    }),
    taskTimeout: sfn.Timeout.duration(Duration.hours(1)),
    heartbeatTimeout: sfn.Timeout.duration(Duration.minutes(5)),
    assign: { people: '{% $states.result.people %}' },
  }).addCatch(failed, {
    errors: [sfn.Errors.ALL],
    assign: { lastError: '{% $states.errorOutput %}' },
  })
  const each = LambdaInvoke.jsonata(stack, 'Slim', {
    lambdaFunction: fn('SlimOne'),
    outputs: '{% $states.result.Payload %}',
  })
  const map = sfn.Map.jsonata(stack, 'EachPerson', {
    items: sfn.ProvideItems.jsonata('{% $people %}'),
    itemSelector: {
      index: '{% $states.context.Map.Item.Index %}',
      person: '{% $states.context.Map.Item.Value %}',
    },
    maxConcurrency: 2,
  }).itemProcessor(each)
  const nobody = sfn.Fail.jsonata(stack, 'Nobody', {
    error: 'NoPerson',
    cause: 'nobody in the picture',
  })
  const choice = sfn.Choice.jsonata(stack, 'AnyPerson')
    .when(sfn.Condition.jsonata('{% $count($people) = 0 %}'), nobody)
    .otherwise(map)
  new sfn.StateMachine(stack, 'Machine', {
    queryLanguage: sfn.QueryLanguage.JSONATA,
    definitionBody: sfn.DefinitionBody.fromChainable(ask.next(choice)),
    timeout: Duration.hours(2),
  })
  return definitionOf(Template.fromStack(stack).toJSON())
}

type Part = string | { Ref: string } | { 'Fn::GetAtt': [string, string] }

/** The definition of a template's only state machine, with function ARNs in the place of references. */
function definitionOf(template: {
  Resources?: Record<string, { Type: string; Properties: object }>
}): object {
  const found = Object.values(template.Resources ?? {}).find(
    (r) => r.Type === 'AWS::StepFunctions::StateMachine',
  )
  const { DefinitionString: text } = found!.Properties as {
    DefinitionString: { 'Fn::Join': [string, Part[]] }
  }
  const parts = text['Fn::Join'][1].map((part) => {
    if (typeof part === 'string') return part
    return 'Ref' in part ? 'aws' : functionArn(part['Fn::GetAtt'][0].replace(/[0-9A-F]{8}$/, ''))
  })
  return JSON.parse(parts.join('')) as object
}

function slim({ index, person }: { index: number; person: string }) {
  return `${index}:${person}`
}

test('the definition that CDK writes runs unchanged', async () => {
  const tokens: string[] = []
  const rig = await startRig({
    functions: { AskFor: ({ token }: { token: string }) => void tokens.push(token), SlimOne: slim },
  })
  const arn = await rig.start(synthesize(), { job: 'j1' })
  await rig.clock.runUntil(() => tokens.length === 1)
  await rig.client.send(
    new SendTaskSuccessCommand({ taskToken: tokens[0]!, output: '{"people":["ann","bob"]}' }),
  )
  expect(await rig.finish(arn)).toEqual({ status: 'SUCCEEDED', output: ['0:ann', '1:bob'] })
})

test('its default retry, its catch and its failure path work', async () => {
  const errors: unknown[] = []
  let calls = 0
  const rig = await startRig({
    functions: {
      AskFor: () => {
        calls += 1
        throw named(calls < 3 ? 'Lambda.ServiceException' : 'Blurred', 'too dark')
      },
      Record: ({ error }: { error: unknown }) => void errors.push(error),
    },
  })
  const ended = await rig.run(synthesize(), { job: 'j2' })
  expect(ended).toMatchObject({ status: 'FAILED', error: 'Blurred' })
  expect(calls).toBe(3)
  expect(errors).toEqual([{ Error: 'Blurred', Cause: expect.stringContaining('too dark') }])
})

test('its heartbeat timeout ends a job without an answer', async () => {
  const rig = await startRig({ functions: { AskFor: () => null, Record: () => null } })
  const before = rig.clock.now()
  const ended = await rig.run(synthesize(), { job: 'j3' })
  expect(ended).toMatchObject({ status: 'FAILED', error: 'States.HeartbeatTimeout' })
  expect(rig.clock.now() - before).toBe(300_000)
})
