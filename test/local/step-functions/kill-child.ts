import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startStepFunctions } from '../../../local/step-functions/start-step-functions.ts'
import { operatorOnly } from '../../setup/account.ts'
import { signedPost } from '../../setup/signed-post.ts'
import { obey } from './around-commits.ts'
import { account, callback, invoke, machine, region } from './definitions.ts'

function step(name: string, next: string, variable: string): object {
  return {
    ...invoke(name, {
      Next: next,
      Assign: { [variable]: '{% $states.result.Payload %}' },
      Output: '{% $states.input %}',
    }),
  }
}

/** A Task, a Map of two Tasks, a callback and a Task. The output holds the answer of every call that counted. */
export const killDefinition = machine({
  A: step('first', 'M', 'a'),
  M: {
    Type: 'Map',
    Items: ['x', 'y'],
    ItemProcessor: { StartAt: 'I', States: { I: invoke('each') } },
    Assign: { m: '{% $states.result %}' },
    Next: 'W',
  },
  W: { ...callback('ask', { Next: 'C', Assign: { w: '{% $states.result %}' } }) },
  C: invoke('last', {
    Output: ['{% $a %}', '{% $m %}', '{% $w %}', '{% $states.result.Payload %}'],
  }),
})

/**
 * The functions of one process. Every call is written to `calls.log` before it answers with its line number, and
 * `ask` answers its own token a moment later.
 */
export function killInvoke(dataDir: string, url: () => string) {
  return async (arn: string, payload: unknown): Promise<{ payload: unknown }> => {
    const name = arn.split(':')[6] ?? ''
    const log = join(dataDir, 'calls.log')
    appendFileSync(log, `${name} ${JSON.stringify(payload)}\n`)
    const call = `${name}#${readFileSync(log, 'utf8').trim().split('\n').length}`
    const { token } = (payload ?? {}) as { token?: string }
    if (token !== undefined) setImmediate(() => void answerToken(url(), token, call))
    return { payload: call }
  }
}

function post(url: string, action: string, body: object): Promise<Response> {
  return signedPost(url, {
    service: 'states',
    region,
    headers: { 'x-amz-target': `AWSStepFunctions.${action}` },
    body: JSON.stringify(body),
  })
}

/** Answers a token, unless it is invalid by now. */
export async function answerToken(url: string, taskToken: string, answer: string): Promise<void> {
  const body = { taskToken, output: JSON.stringify(answer) }
  const response = await post(url, 'SendTaskSuccess', body)
  const { __type: fault } = (await response.json()) as { __type?: string }
  if (fault !== undefined && fault !== 'TaskTimedOut') throw new Error(fault)
}

async function main(dataDir: string): Promise<void> {
  const service = await startStepFunctions({
    dataDir,
    port: 0,
    region,
    account,
    access: operatorOnly(),
    invoke: killInvoke(dataDir, () => service.url),
    onStatusChange: (event) => {
      if (event.detail.status !== 'RUNNING') process.exit(0)
    },
  })
  const { arn } = service.createStateMachine({ name: 'killed', definition: killDefinition })
  await post(service.url, 'StartExecution', { stateMachineArn: arn, name: 'job' })
}

if (import.meta.main) await main(obey(process.argv.slice(2)))
