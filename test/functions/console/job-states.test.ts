import { expect, test, vi } from 'vitest'
import { JOB_ANSWER } from '../../../catalog/console/wire.ts'
import { answerApi } from '../../../functions/console/serve-console/answer-api.ts'
import { log } from '../../../functions/log.ts'
import type { Job } from '../../../functions/operate/pipeline-records.ts'
import { consoleDeps, ownRequest } from './console-deps.ts'

vi.spyOn(log, 'info').mockReturnValue()
vi.spyOn(log, 'error').mockReturnValue()

const ID = `job-${'0'.repeat(40)}`

/** As the first release wrote it: nothing but what happened. */
const OLDEST = {
  id: ID,
  attempt: 0,
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', version: 'v1', size: 10 },
  recipe: { name: 'slim' },
  createdAt: '2026-01-01T12:00:00.000Z',
}

/** What is answered where the table has this one job. */
async function ask(method: string, path: string, job: object) {
  const deps = consoleDeps()
  const send = async ({ input }: { input: { Key?: { id: string } } }) =>
    input.Key?.id === ID ? { Item: job } : {}
  Object.assign(deps.pipeline, { db: { send } })
  const request = ownRequest(method, path, { role: 'operator' })
  const { statusCode, body } = await answerApi(request, 'request-1', deps)
  return { statusCode, answer: JSON.parse(body ?? '') }
}

test.each<[string, Job['status'], string]>([
  ['retry', 'running', `${ID} has not failed: it is running.`],
  ['retry', 'parked', `${ID} has not failed: it is parked.`],
  ['retry', 'succeeded', `${ID} has not failed: it is succeeded.`],
  ['stop', 'succeeded', `Only a running job can be stopped; ${ID} is succeeded.`],
  ['release', 'running', `Only a parked job can be let go on; ${ID} runs.`],
])('to %s what is %s is refused with the state', async (act, status, error) => {
  expect(await ask('POST', `/jobs/${ID}/${act}`, { ...OLDEST, status })).toEqual({
    statusCode: 409,
    answer: { error, error_code: 'StateConflict' },
  })
})

const failure = { code: 'TaskFailed', message: 'No.', state: 'CreateTask', retryable: true }
const finishedAt = '2026-01-01T12:01:00.000Z'
const steps = [
  {
    feature: 'body-reshape',
    detection: 'd',
    tasks: [{ index: 0, taskId: 't', status: 'success' }],
  },
]

test.each([
  ['runs', { status: 'running' }],
  ['succeeded', { status: 'succeeded', finishedAt, trail: { steps, states: [] }, results: [] }],
  ['failed', { status: 'failed', finishedAt, failure }],
])(
  'a record of the first release that %s is shown, without what it does not say',
  async (_, end) => {
    const record = { ...OLDEST, ...end }
    const { statusCode, answer } = await ask('GET', `/jobs/${ID}`, record)
    expect([statusCode, answer.row?.id]).toEqual([200, ID])
    expect(JOB_ANSWER.parse(answer)).toEqual(answer)
  },
)
