import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { expect, test } from 'vitest'
import { dynamoJobs } from '../../../../../functions/pipeline/core/adapters/dynamo-jobs.ts'

const DAY = 86_400

/** Jobs of a table that answers so, and what it was asked. */
function jobsOf(answer: object = {}) {
  const asked: [string, Record<string, unknown>][] = []
  const send = async ({
    constructor: { name },
    input,
  }: {
    constructor: { name: string }
    input: Record<string, unknown>
  }) => {
    asked.push([name, input])
    return answer
  }
  return { asked, jobs: dynamoJobs({ send } as never, 'jobs', () => 1_999) }
}

test('what was told, settled and seen is remembered for thirty days', async () => {
  const { asked, jobs } = jobsOf({ Attributes: { by: 'me' } })
  await jobs.markAnnounced('job-1')
  expect(await jobs.claimSettlement('job-1', 'me')).toBe('me')
  await jobs.recordSequencer({ bucket: 'drop', key: 'a' }, '0A')
  const expiresAt = 1 + 30 * DAY
  expect(asked).toMatchObject([
    ['PutCommand', { Item: { id: 'told#job-1', expiresAt } }],
    [
      'UpdateCommand',
      { Key: { id: 'settled#job-1' }, ExpressionAttributeValues: { ':expiresAt': expiresAt } },
    ],
    ['UpdateCommand', { ExpressionAttributeValues: { ':expiresAt': expiresAt } }],
  ])
})

test('parked jobs are listed by the hundred, behind the one that came last', async () => {
  const cursor = { id: 'job-1', createdAt: '2026' }
  const first = jobsOf({ Items: [cursor], LastEvaluatedKey: { ...cursor, waits: 'budget' } })
  expect(await first.jobs.listParked()).toEqual({ jobs: [cursor], after: cursor })
  expect(first.asked).toMatchObject([['QueryCommand', { IndexName: 'parked', Limit: 100 }]])
  expect(first.asked[0]?.[1]).not.toHaveProperty('ExclusiveStartKey')
  const last = jobsOf({ Items: [] })
  expect(await last.jobs.listParked(cursor)).toEqual({ jobs: [] })
  expect(last.asked[0]?.[1]).toMatchObject({ ExclusiveStartKey: { ...cursor, waits: 'budget' } })
})

test('keys of two buckets are never taken for each other', async () => {
  const { asked, jobs } = jobsOf()
  await jobs.newestSequencer({ bucket: 'ab', key: 'c' })
  await jobs.newestSequencer({ bucket: 'a', key: 'bc' })
  const [one, other] = asked.map(([, { Key }]) => (Key as { id: string }).id)
  expect(one).toMatch(/^newest#[0-9a-f]{64}$/)
  expect(other).not.toBe(one)
})

test('a job that is there already is given as it was stored, and nothing is read of a new one', async () => {
  const stored = { id: 'job-1', status: 'succeeded', attempt: 2 }
  const taken = new ConditionalCheckFailedException({ message: 'taken', $metadata: {} })
  const reads: string[] = []
  const createWith = async (isTaken: boolean) => {
    const send = async ({ constructor: { name } }: { constructor: { name: string } }) => {
      if (name === 'PutCommand' && isTaken) throw taken
      if (name !== 'PutCommand') reads.push(name)
      return name === 'GetCommand' ? { Item: stored } : {}
    }
    const made = { id: 'job-1', status: 'failed', attempt: 0, createdAt: '2026-01-01T00:00:00Z' }
    const jobs = dynamoJobs({ send } as never, 'jobs', () => 1_999)
    return await jobs.create({ ...made, recipe: { name: 'slim' } } as never)
  }
  expect(await createWith(false)).toMatchObject({ attempt: 0 })
  expect(reads).toEqual([])
  expect(await createWith(true)).toEqual(stored)
})
