import { expect, test } from 'vitest'
import { parkedJobs } from '../../../../functions/operate/jobs/parked-jobs.ts'
import { scripted } from '../scripted.ts'

test('all jobs that wait for a day’s budget are listed, page by page', async () => {
  const pages = [['a', 'b'], [], ['c']].map((ids) => ids.map((id) => ({ id })))
  const { client: db, asked } = scripted({
    Query: ({ ExclusiveStartKey }: { ExclusiveStartKey?: { id: string } }) => {
      const at = Number(ExclusiveStartKey?.id ?? 0)
      const LastEvaluatedKey = { id: String(at + 1), createdAt: 'then', waits: 'budget' }
      return { Items: pages[at], ...(at + 1 < pages.length && { LastEvaluatedKey }) }
    },
  })
  const found: string[] = []
  for await (const { id } of parkedJobs({ db, at: { jobsTable: 'jobs' } as never })) found.push(id)
  expect(found).toEqual(['a', 'b', 'c'])
  expect(asked).toHaveLength(3)
})
