import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation'
import {
  CloudWatchLogsClient,
  GetQueryResultsCommand,
  StartQueryCommand,
} from '@aws-sdk/client-cloudwatch-logs'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { queryJobLines } from '../../bin/logs/query-job-lines.ts'

const ASKED = {
  stacks: ['Pipe', 'Serve'],
  ids: ['job-1', 'task_2'],
  from: new Date('2026-01-01T00:00:00.400Z'),
  to: new Date('2026-01-01T00:05:00.400Z'),
} as const

const row = (at: string, log: string, message: unknown) => [
  { field: '@message', value: typeof message === 'string' ? message : JSON.stringify(message) },
  { field: '@log', value: `123456789012:${log}` },
  { field: '@timestamp', value: at },
  { field: '@ptr', value: 'abc' },
]

/** An account whose stacks have so many log groups. */
function account(groups: Record<string, number>) {
  const formation = mockClient(CloudFormationClient)
  const logs = mockClient(CloudWatchLogsClient)
  onTestFinished(() => {
    formation.restore()
    logs.restore()
  })
  for (const [StackName, count] of Object.entries(groups)) {
    const groupAt = (at: number) => ({
      ResourceType: 'AWS::Logs::LogGroup',
      PhysicalResourceId: `${StackName}-${at}`,
    })
    const all = Array.from({ length: count }, (_, at) => groupAt(at))
    const other = { ResourceType: 'AWS::Lambda::Function', PhysicalResourceId: 'fn' }
    // Two pages.
    const pages = formation.on(ListStackResourcesCommand, { StackName })
    pages.resolvesOnce({
      StackResourceSummaries: [other, ...all.slice(0, 1)] as never,
      NextToken: 'n',
    })
    pages.resolvesOnce({ StackResourceSummaries: all.slice(1) as never })
  }
  return {
    logs,
    clients: { logs: new CloudWatchLogsClient({}), formation: new CloudFormationClient({}) },
  }
}

test('lines of all functions of both stacks come in order, without secrets', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { logs, clients } = account({ Pipe: 30, Serve: 21 })
  logs.on(StartQueryCommand).resolvesOnce({ queryId: 'a' }).resolvesOnce({ queryId: 'b' })
  logs
    .on(GetQueryResultsCommand, { queryId: 'a' })
    .resolvesOnce({ status: 'Scheduled' })
    .resolvesOnce({ status: 'Running', results: [row('1', 'Pipe-1', 'half')] })
    .resolves({
      status: 'Complete',
      results: [
        row('2026-01-01 00:00:01.000', 'Pipe-1', { message: 'first', apiKey: 'k', at: '1' }),
        row('2026-01-01 00:00:03.000', 'Pipe-2', 'REPORT job-1 \n'),
      ],
    })
  logs.on(GetQueryResultsCommand, { queryId: 'b' }).resolves({
    status: 'Complete',
    results: [row('2026-01-01 00:00:02.000', 'Serve-20', { message: 'second', taskId: 'task_2' })],
  })
  const asking = queryJobLines(ASKED, clients)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await asking).toEqual([
    { function: 'Pipe-1', message: 'first', apiKey: '[redacted]', at: '1' },
    {
      function: 'Serve-20',
      at: '2026-01-01T00:00:02.000Z',
      message: 'second',
      taskId: 'task_2',
    },
    { function: 'Pipe-2', at: '2026-01-01T00:00:03.000Z', message: 'REPORT job-1' },
  ])
  const [first, second] = logs.commandCalls(StartQueryCommand).map(({ args }) => args[0].input)
  expect(first).toMatchObject({ startTime: 1767225600, endTime: 1767225901, limit: 10_000 })
  expect(first?.queryString).toContain('filter @message like "job-1" or @message like "task_2"')
  expect(first?.logGroupNames).toHaveLength(50)
  expect(second?.logGroupNames).toEqual(['Serve-20'])
})

test('a query that does not complete is an error with its status', async () => {
  const { logs, clients } = account({ Pipe: 1, Serve: 0 })
  logs.on(StartQueryCommand).resolves({ queryId: 'a' })
  logs.on(GetQueryResultsCommand).resolves({ status: 'Timeout' })
  await expect(queryJobLines(ASKED, clients)).rejects.toThrow('with Timeout')
})
