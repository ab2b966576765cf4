import { expect, test } from 'vitest'
import { HIDDEN_DELIVERIES } from '../../../catalog/limits/throttles.ts'
import { WAIT_SECONDS } from '../../../catalog/tasks/task-times.ts'
import { holdSeconds } from '../../../functions/pipeline/core/waiting/hold-back.ts'
import { turnSeconds } from '../../../functions/pipeline/core/waiting/wait-for-turn.ts'
import { buildApp } from '../../../lib/build-app.ts'
import { type Alarm, readAlarms } from '../../../local/cloudwatch/alarm.ts'
import { evaluateAlarm } from '../../../local/cloudwatch/evaluate-alarm.ts'
import { synthesize } from '../../../local/stacks/synthesize.ts'
import { readAssembly } from '../../../local/template/read-assembly.ts'

const MINUTE = 60_000
/** SQS delays a message by so many seconds at most. */
const LONGEST_DELAY = 900
const alarms = readAlarms(
  readAssembly(
    synthesize((app) => buildApp(app)),
    {
      region: 'us-east-1',
      account: '000000000000',
      sqsUrl: () => 'http://127.0.0.1',
      apiUrl: () => undefined,
    },
  ),
)

function alarmOf(id: string): Alarm {
  return alarms.find((alarm) => alarm.id.includes(id)) ?? expect.unreachable(`No alarm is ${id}.`)
}

/** The state when the oldest message was so many seconds old in each minute, and so many messages were worked off. */
function stateWith(alarm: Alarm, age: number, deleted: (minute: number) => number): string {
  const store = {
    read: (metric: { name: string }, { starts }: { starts: readonly number[] }) =>
      new Map(
        starts.map((start) => [
          start,
          metric.name === 'NumberOfMessagesDeleted' ? deleted(start / MINUTE) : age,
        ]),
      ),
  }
  return evaluateAlarm(alarm, { at: 100 * MINUTE, current: 'OK', store }).state
}

test.each([
  ['WorkersPicturesOldestAlarm', 900, 3],
  ['WorkersVideosOldestAlarm', 1_800, 16],
  ['DropListenerDroppedOldestAlarm', 900, 2],
])('%s is raised at a standstill alone', (id, limit, minutes) => {
  const alarm = alarmOf(id)
  expect(stateWith(alarm, limit + 1, () => 0)).toBe('ALARM')
  expect(stateWith(alarm, limit, () => 0)).toBe('OK')
  const oneIn = (every: number) => (minute: number) => (minute % every === 0 ? 1 : 0)
  // A backlog of a day that is worked off, a message in the time that the longest work takes.
  expect(stateWith(alarm, 86_000, oneIn(minutes))).toBe('OK')
})

test('a file that waits its turn is no standstill, although every message of the line waits its delay', () => {
  const alarm = alarmOf('DropListenerDroppedOldestAlarm')
  // A look at one in line sends another message: none is older than the longest delay.
  const delays = {
    turn: turnSeconds(WAIT_SECONDS, 1),
    // A message that is hidden stays the same one until it is sent anew; each of its deliveries may take a minute.
    throttled: HIDDEN_DELIVERIES * (holdSeconds(1) + 60),
    companion: LONGEST_DELAY,
  }
  for (const [what, seconds] of Object.entries(delays)) {
    expect(
      stateWith(alarm, seconds, () => 0),
      what,
    ).toBe('OK')
  }
  for (const id of ['BatchesManifestsOldestAlarm', 'BatchesEndsOldestAlarm']) {
    expect(
      stateWith(alarmOf(id), delays.throttled, () => 0),
      id,
    ).toBe('OK')
  }
})

test('a task that has waited half of its time raises an alarm, although others are worked off', () => {
  for (const id of ['WorkersPicturesLongestAlarm', 'WorkersVideosLongestAlarm']) {
    expect(stateWith(alarmOf(id), 43_201, () => 100)).toBe('ALARM')
    expect(stateWith(alarmOf(id), 43_200, () => 0)).toBe('OK')
  }
})
