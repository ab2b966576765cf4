import { type Alarm, breaches } from './alarm.ts'
import type { Series, Window } from './metric.ts'
import type { MetricStore } from './metric-store.ts'
import { seriesOf } from './queries.ts'

export type AlarmState = 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'

/** The state of an alarm and, in one sentence, the values it rests on. */
export type Evaluation = { readonly state: AlarmState; readonly reason: string }

/** CloudWatch looks at more periods than it compares, and takes the latest ones that have values. */
const EXTRA_PERIODS = 2

/**
 * Evaluates an alarm over its latest periods, the last of which ends at `at` (epoch milliseconds, cut to the minute).
 * Where periods have no value, the latest values of the whole evaluation range count, and the missing rest is treated
 * as the alarm says (CloudWatch User Guide, "Configuring how CloudWatch alarms treat missing data").
 */
export function evaluateAlarm(
  alarm: Alarm,
  { at, current, store }: { at: number; current: AlarmState; store: Pick<MetricStore, 'read'> },
): Evaluation {
  const window = rangeOf(alarm, at)
  const series = seriesOf(alarm.watched, alarm.queries, window, store)
  const values = latestValues(series, window, alarm.evaluationPeriods)
  const missing = alarm.evaluationPeriods - values.length
  const state = decide(alarm, values, missing, current)
  return { state, reason: reasonOf(alarm, values, missing) }
}

function rangeOf({ period, evaluationPeriods }: Alarm, at: number): Window {
  const periodMs = period * 1_000
  const count = evaluationPeriods + EXTRA_PERIODS
  const first = Math.floor(at / 60_000) * 60_000 - count * periodMs
  return { periodMs, starts: Array.from({ length: count }, (_, index) => first + index * periodMs) }
}

/** The latest values, the newest first, at most `count`. */
function latestValues(series: Series, { starts }: Window, count: number): number[] {
  return starts
    .flatMap((start) => series.get(start) ?? [])
    .reverse()
    .slice(0, count)
}

function decide(
  alarm: Alarm,
  values: readonly number[],
  missing: number,
  current: AlarmState,
): AlarmState {
  const breaching = values.filter((value) => breaches(alarm, value)).length
  const needed = alarm.datapointsToAlarm
  if (breaching >= needed) return 'ALARM'
  if (missing === 0 || alarm.missing === 'notBreaching') return 'OK'
  if (alarm.missing === 'breaching') return breaching + missing >= needed ? 'ALARM' : 'OK'
  if (alarm.missing === 'ignore') return current
  return values.length === 0 ? 'INSUFFICIENT_DATA' : current === 'ALARM' ? 'ALARM' : 'OK'
}

function reasonOf(alarm: Alarm, values: readonly number[], missing: number): string {
  const found =
    values.length > 0 ? values.map((value) => Number(value.toFixed(3))).join(', ') : 'no'
  const gaps = missing > 0 ? `, ${missing} periods without any` : ''
  return (
    `${found} value${values.length === 1 ? '' : 's'} in periods of ${alarm.period} s${gaps}; ` +
    `${alarm.operator} ${alarm.threshold} in ${alarm.datapointsToAlarm} of ${alarm.evaluationPeriods}`
  )
}
