import { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import { expect, test } from 'vitest'
import { checkJobs } from '../../../../functions/operate/doctor/check-jobs.ts'
import { mockSite, NOW, said, siteWith } from './site.ts'

const { sfn, db } = mockSite()

const DAY = 86_400_000

const JOB = {
  source: { bucket: 'drop', key: 'drop/slim/a.jpg', size: 1 },
  recipe: { name: 'slim' },
  attempt: 0,
  createdAt: new Date(NOW - 1000).toISOString(),
}
const failed = (id: string, code: string, retryable: boolean, message = 'It broke.') => ({
  ...JOB,
  id,
  status: 'failed',
  failure: { code, message, state: 'Deliver', retryable },
})

/** Jobs of the last day, in the first partition that is asked. */
function jobsWith(...jobs: object[]) {
  let served = 0
  db.on(QueryCommand).callsFake(({ ExpressionAttributeValues: values }) => {
    const at = JOB.createdAt
    const isTheirs = values[':since'] <= at && at <= values[':until']
    return { Items: isTheirs && served++ === 0 ? jobs : [] }
  })
  return checkJobs(siteWith())
}

test('jobs of a day that none failed of, what they took, and how many are open', async () => {
  expect(said(await jobsWith({ ...JOB, id: 'a', status: 'running' }))).toEqual([
    'ok: 1 job of the last day; none failed.',
    'ok: 0 executions are open, of 1000000 that may be.',
    'ok: 0 jobs of the last day took 0 units and about $0.0000.',
  ])
})

test('jobs that failed are told by their reason, and what helps', async () => {
  const found = await jobsWith(
    failed('a', 'ServiceUnreachable', true),
    failed('b', 'ServiceUnreachable', true),
    failed('c', 'JobBroke', false, ''),
    failed('d', 'NoTarget', false, 'Nobody.'),
    { ...JOB, id: 'e', status: 'parked' },
  )
  expect(found.slice(0, 4).map(({ level, says, todo }) => [level, says, todo])).toEqual([
    [
      'warning',
      '2 jobs of the last day failed: ServiceUnreachable in Deliver. It broke.',
      'Look at one with `darkroom job b`; `darkroom retry b` tries again.',
    ],
    [
      'warning',
      '1 job of the last day failed: JobBroke in Deliver.',
      'Look at one with `darkroom job c`; trying again with the same file will not help.',
    ],
    [
      'note',
      '1 job of the last day refused a file that does not suit: NoTarget in Deliver. Nobody.',
      'Look at one with `darkroom job d`; another file, or another recipe, may do.',
    ],
    ['note', '1 job of the last day parked: the budget has no room.', expect.any(String)],
  ])
  expect(found.at(-1)?.says).toMatch(
    /^4 jobs of the last day took \d+ units? and about \$0\.\d{4}\.$/,
  )
})

test('batches of the last day that failed or ran out of time are counted, the newest first', async () => {
  const { batchMachineArn, stateMachineArn } = siteWith().pipeline.at
  const ended = (ms: number) => ({ stopDate: new Date(NOW - ms) }) as never
  sfn
    .on(ListExecutionsCommand, { stateMachineArn: batchMachineArn, statusFilter: 'FAILED' })
    .resolvesOnce({ executions: [ended(1), ended(2)], nextToken: 'a' })
    .resolvesOnce({ executions: [ended(DAY - 1), ended(DAY)], nextToken: 'b' })
    .rejects(new Error('Nobody reads on.'))
    .on(ListExecutionsCommand, { stateMachineArn: batchMachineArn, statusFilter: 'TIMED_OUT' })
    .resolves({ executions: [ended(5)] })
    .on(ListExecutionsCommand, { stateMachineArn, statusFilter: 'RUNNING' })
    .resolvesOnce({ executions: Array(1000).fill({}), nextToken: 'c' })
    .resolvesOnce({ executions: Array(8999).fill({}) })
  const found = said(await jobsWith())
  expect(found).toContain('warning: 4 batches of the last day failed.')
  expect(found).toContain('ok: 9999 executions are open, of 1000000 that may be.')
})

test('ten thousand open executions are counted and no more', async () => {
  const { stateMachineArn } = siteWith().pipeline.at
  sfn
    .on(ListExecutionsCommand, { stateMachineArn, statusFilter: 'RUNNING' })
    .resolvesOnce({ executions: Array(10_000).fill({}), nextToken: 'c' })
    .rejects(new Error('Nobody reads on.'))
  expect(said(await jobsWith())).toContain(
    'ok: 10000 or more executions are open, of 1000000 that may be.',
  )
})
