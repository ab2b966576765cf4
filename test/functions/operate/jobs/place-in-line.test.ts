import { expect, test } from 'vitest'
import { placeInLine } from '../../../../functions/operate/jobs/place-in-line.ts'
import { IN_LINE, lineEntryId } from '../../../../functions/pipeline/core/lists/line.ts'

const CREATED = '2026-01-31T10:00:00.000Z'
const JOB = { id: 'job-3', createdAt: CREATED, status: 'running' as const }

/** A line in two pages, and executions that ended so many seconds apart. */
function clients(line: string[], ends: number[]) {
  const asked: Record<string, unknown>[] = []
  const executions: Record<string, unknown>[] = []
  const entries = line.map((job) => ({ id: lineEntryId(job) }))
  return {
    asked,
    executions,
    at: { jobsTable: 'jobs', stateMachineArn: 'arn' },
    db: {
      send: async ({ input }: { input: Record<string, unknown> }) => {
        asked.push(input)
        return input['ExclusiveStartKey']
          ? { Items: entries.slice(2) }
          : { Items: entries.slice(0, 2), LastEvaluatedKey: { id: 'more' } }
      },
    },
    sfn: {
      send: async ({ input }: { input: Record<string, unknown> }) => {
        executions.push(input)
        return { executions: ends.map((second) => ({ stopDate: new Date(second * 1000) })) }
      },
    },
  } as never as Parameters<typeof placeInLine>[0] &
    Record<'asked' | 'executions', Record<string, unknown>[]>
}

test('the place is counted over all pages, and the time by the pace of late', async () => {
  const given = clients(['job-1', 'job-2', 'job-3'], [100, 102, 104, 106, 108])
  expect(await placeInLine(given, JOB)).toEqual({ place: 3, seconds: 6 })
  expect(given.asked[0]).toMatchObject({
    IndexName: 'parked',
    ExpressionAttributeValues: { ':line': IN_LINE, ':createdAt': CREATED },
  })
  expect(given.executions).toEqual([
    { stateMachineArn: 'arn', statusFilter: 'SUCCEEDED', maxResults: 200 },
  ])
  const slow = clients(['job-1', 'job-2', 'job-3'], [0, 1000, 2000, 3000, 4000])
  expect(await placeInLine(slow, JOB)).toEqual({ place: 3, seconds: 3000 })
})

test('when hardly any file ended, the time is not known', async () => {
  expect(await placeInLine(clients(['job-3'], [1, 2, 3, 4]), JOB)).toEqual({ place: 1 })
  expect(await placeInLine(clients(['job-3'], [5, 5, 5, 5, 5]), JOB)).toEqual({ place: 1 })
})

test('who is not in line has no place', async () => {
  expect(await placeInLine(clients(['job-1', 'job-2'], []), JOB)).toBeUndefined()
  const ended = { ...JOB, status: 'succeeded' as const }
  expect(await placeInLine(clients(['job-3'], []), ended)).toBeUndefined()
})
