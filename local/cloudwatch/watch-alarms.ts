import type { Alarm } from './alarm.ts'
import { type AlarmState, type Evaluation, evaluateAlarm } from './evaluate-alarm.ts'
import type { MetricStore } from './metric-store.ts'

/** An alarm with its present state; `since` in epoch milliseconds. */
export type AlarmStatus = Alarm & Evaluation & { readonly since: number }

/** The alarms of a local run. */
export type AlarmWatch = {
  /** Measures what is measured by looking, evaluates every alarm at `at` and tells of those that change. */
  check(at?: number): AlarmStatus[]
  /** The states of the last check. */
  statuses(): AlarmStatus[]
  stop(): void
}

export type AlarmWatchOptions = {
  readonly store: MetricStore
  readonly clock: () => number
  /** Called before each check with its time, to measure what no event tells of. */
  readonly measure: (at: number) => void
  /** Takes the message of an alarm that changed to or from ALARM, for one topic. */
  readonly publish: (topicArn: string, message: string) => void
}

const EVERY_MS = 60_000

/** Evaluates alarms once a minute, as CloudWatch does. */
export function watchAlarms(alarms: readonly Alarm[], options: AlarmWatchOptions): AlarmWatch {
  const { store, clock, measure, publish } = options
  const states = new Map<string, AlarmStatus>()

  const check = (at: number = clock()): AlarmStatus[] => {
    measure(at)
    for (const alarm of alarms) {
      const before = states.get(alarm.name)
      const current: AlarmState = before?.state ?? 'INSUFFICIENT_DATA'
      const { state, reason } = evaluateAlarm(alarm, { at, current, store })
      const changed = before?.state !== state
      states.set(alarm.name, { ...alarm, state, reason, since: changed ? at : before.since })
      if (changed && state === 'ALARM') tell(alarm, current, { state, reason }, at, publish)
    }
    return [...states.values()]
  }
  const timer = setInterval(() => void check(), EVERY_MS).unref()
  return {
    check,
    statuses: () => (states.size < alarms.length ? check() : [...states.values()]),
    stop: () => clearInterval(timer),
  }
}

/** The message of SNS for an alarm (CloudWatch User Guide, "Alarm notifications in SNS"), its main fields. */
function tell(
  alarm: Alarm,
  before: AlarmState,
  { state, reason }: Evaluation,
  at: number,
  publish: AlarmWatchOptions['publish'],
): void {
  const message = JSON.stringify({
    AlarmName: alarm.name,
    AlarmDescription: alarm.description,
    AlarmArn: alarm.arn,
    NewStateValue: state,
    NewStateReason: reason,
    OldStateValue: before,
    StateChangeTime: new Date(at).toISOString(),
  })
  for (const topic of alarm.actions) publish(topic, message)
}
