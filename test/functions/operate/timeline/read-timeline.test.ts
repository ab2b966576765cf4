import { ExecutionDoesNotExist } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { readExecution } from '../../../../functions/operate/timeline/read-timeline.ts'
import { scripted } from '../scripted.ts'
import { HISTORY } from './histories.ts'

function read(history: (input: { nextToken?: string }) => unknown) {
  const { client: sfn, asked } = scripted({ GetExecutionHistory: history })
  const stateMachineArn = 'arn:aws:states:eu-west-1:1:stateMachine:jobs'
  const pipeline = { sfn, at: { stateMachineArn } } as never
  return { found: readExecution(pipeline, 'job-1'), asked }
}

test('an execution is read page by page, with the moment it began', async () => {
  const half = HISTORY.length / 2
  const { found, asked } = read(({ nextToken }) =>
    nextToken
      ? { events: HISTORY.slice(half) }
      : { events: HISTORY.slice(0, half), nextToken: 't' },
  )
  const { began, timeline } = await found
  expect([began, timeline.length]).toEqual(['1970-01-01T00:16:40.000Z', 4])
  const execution = {
    executionArn: 'arn:aws:states:eu-west-1:1:execution:jobs:job-1',
    maxResults: 1000,
  }
  expect(asked.map(([, input]) => input)).toEqual([execution, { ...execution, nextToken: 't' }])
})

test('of an execution that is not there nothing is known, and another failure is thrown', async () => {
  const gone = new ExecutionDoesNotExist({ $metadata: {}, message: '' })
  expect(await read(() => Promise.reject(gone)).found).toEqual({ timeline: [] })
  expect(await read(() => ({})).found).toEqual({ timeline: [] })
  await expect(read(() => Promise.reject(new TypeError('Away.'))).found).rejects.toThrow('Away.')
})
