import { expect, test } from 'vitest'
import type { Alarm } from '../../../local/cloudwatch/alarm.ts'
import { type AlarmState, evaluateAlarm } from '../../../local/cloudwatch/evaluate-alarm.ts'

const MINUTE = 60_000
const ALARM: Alarm = {
  name: 'a',
  arn: 'arn',
  id: 'Stack/A',
  description: '',
  actions: [],
  queries: [
    {
      Id: 'm1',
      ReturnData: true,
      MetricStat: {
        Metric: { namespace: 'N', name: 'M', dimensions: {} },
        Period: 60,
        Stat: 'Maximum',
      },
    },
  ],
  watched: 'm1',
  period: 60,
  threshold: 0,
  operator: 'GreaterThanThreshold',
  evaluationPeriods: 3,
  datapointsToAlarm: 3,
  missing: 'missing',
}

/** The state after values such as `0 X - - -`, the newest at the right: 0 is fine, X is not, - is missing. */
function stateAfter(
  values: string,
  missing: Alarm['missing'],
  { current = 'OK', needed = 3 }: { current?: AlarmState; needed?: number } = {},
): AlarmState {
  const marks = values.split(' ')
  const at = 100 * MINUTE
  const series = new Map(
    marks.flatMap((mark, index): [number, number][] =>
      mark === '-' ? [] : [[at - (marks.length - index) * MINUTE, mark === 'X' ? 1 : 0]],
    ),
  )
  const alarm = { ...ALARM, missing, datapointsToAlarm: needed }
  return evaluateAlarm(alarm, { at: at + 59_000, current, store: { read: () => series } }).state
}

// The rows of "How alarm state is evaluated when data is missing" in the CloudWatch User Guide, three of three.
test.each([
  ['0 - X - X', 'OK', 'OK', 'OK', 'OK'],
  ['0 - - - -', 'OK', 'OK', 'OK', 'OK'],
  ['- - - - -', 'INSUFFICIENT_DATA', 'OK', 'ALARM', 'OK'],
  ['0 X X - X', 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
  ['- - X X X', 'ALARM', 'ALARM', 'ALARM', 'ALARM'],
  ['- - - X X', 'OK', 'OK', 'ALARM', 'OK'],
] as const)('%s: missing %s, notBreaching %s, breaching %s, ignore %s', (values, ...states) => {
  const kinds = ['missing', 'notBreaching', 'breaching', 'ignore'] as const
  expect(kinds.map((kind) => stateAfter(values, kind))).toEqual(states)
})

test('some of the latest values are enough where the alarm says so', () => {
  expect(stateAfter('- - X 0 X', 'notBreaching', { needed: 2 })).toBe('ALARM')
  expect(stateAfter('X X 0 0 X', 'notBreaching', { needed: 2 })).toBe('OK')
})

test('without values the state stays where missing ones are ignored', () => {
  expect(stateAfter('- - - - -', 'ignore', { current: 'ALARM' })).toBe('ALARM')
})

test('the minute that has not ended does not count', () => {
  const at = 100 * MINUTE + 30_000
  const store = { read: () => new Map([[100 * MINUTE, 1]]) }
  const alarm = { ...ALARM, evaluationPeriods: 1, datapointsToAlarm: 1 }
  const of = (time: number) => evaluateAlarm(alarm, { at: time, current: 'OK', store })
  expect(of(at).state).toBe('INSUFFICIENT_DATA')
  expect(of(at + MINUTE).state).toBe('ALARM')
})
