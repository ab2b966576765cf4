import type { ListExecutionsCommand } from '@aws-sdk/client-sfn'
import { expect, test } from 'vitest'
import { countExecutions } from '../../../../../functions/pipeline/core/adapters/count-executions.ts'

/** What is asked for where `open` executions run, and how many are counted of at most `most`. */
async function counted(open: number, most: number) {
  const asked: object[] = []
  const send = async ({ input }: ListExecutionsCommand) => {
    asked.push(input)
    const from = Number(input.nextToken ?? 0)
    const given = Math.min(input.maxResults!, open - from)
    const next = from + given
    return {
      ...(given > 0 && { executions: Array.from({ length: given }, () => ({})) }),
      ...(next < open && { nextToken: String(next) }),
    }
  }
  const count = await countExecutions({ send } as never, 'arn:machine')(most)
  return { count, asked }
}
const page = (maxResults: number, nextToken?: string) => ({
  stateMachineArn: 'arn:machine',
  statusFilter: 'RUNNING',
  maxResults,
  ...(nextToken && { nextToken }),
})

test('the executions that run are counted by the thousand, no further than is asked', async () => {
  expect(await counted(2500, 5000)).toEqual({
    count: 2500,
    asked: [page(1000), page(1000, '1000'), page(1000, '2000')],
  })
  expect(await counted(2500, 1001)).toEqual({ count: 1001, asked: [page(1000), page(1, '1000')] })
  expect(await counted(2500, 1000)).toEqual({ count: 1000, asked: [page(1000)] })
})

test('where none runs none is counted, and at least one is asked for', async () => {
  expect(await counted(0, 10)).toEqual({ count: 0, asked: [page(10)] })
  expect((await counted(0, 0)).asked).toEqual([page(1)])
})
