import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readRate } from '../../../local/events/read-rate.ts'
import { startSchedules } from '../../../local/stacks/start-schedules.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test.each([
  ['rate(1 minute)', 60_000],
  ['rate(5 minutes)', 300_000],
  ['rate(2 hours)', 7_200_000],
  ['rate(1 day)', 86_400_000],
  ['rate(0 minutes)', undefined],
  ['rate(5 seconds)', undefined],
  ['cron(0 12 * * ? *)', undefined],
  ['', undefined],
])('%s is %s milliseconds', (expression, ms) => expect(readRate(expression)).toBe(ms))

test('a rule with a rate fires once a period with the event of EventBridge, until it is stopped', async () => {
  const got: string[] = []
  const target = (input: { input?: string }) => ({
    input,
    deliver: (text: string) => got.push(text),
  })
  const [clock] = startSchedules(
    [{ name: 'Stack/Rule', everyMs: 60_000, targets: [target({}), target({ input: '{"a":1}' })] }],
    { region: 'us-east-1', account: '000000000000', clock: () => 0 },
  )
  vi.advanceTimersByTime(59_999)
  expect(got).toEqual([])
  vi.advanceTimersByTime(1)
  expect(JSON.parse(got[0] ?? '')).toMatchObject({
    source: 'aws.events',
    'detail-type': 'Scheduled Event',
    detail: {},
    time: '1970-01-01T00:00:00Z',
  })
  expect(got[1]).toBe('{"a":1}')
  await clock?.stop(0)
  vi.advanceTimersByTime(600_000)
  expect(got).toHaveLength(2)
})
