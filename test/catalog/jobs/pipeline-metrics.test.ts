import { expect, test } from 'vitest'
import {
  JOB_OUTCOMES,
  METRIC_DIMENSIONS,
  METRIC_NAMESPACE,
  METRIC_UNITS,
} from '../../../catalog/jobs/pipeline-metrics.ts'

/** Dashboards and alarms that somebody has made name these: another name is another metric, which starts empty. */
test('metrics keep their names, units and dimensions', () => {
  expect(METRIC_NAMESPACE).toBe('Darkroom/Pipeline')
  expect(METRIC_UNITS).toEqual({
    Jobs: 'Count',
    Seconds: 'Seconds',
    Units: 'Count',
    Bytes: 'Bytes',
    Dollars: 'None',
    WaitSeconds: 'Seconds',
    Held: 'Count',
  })
  expect(JOB_OUTCOMES).toEqual(['succeeded', 'refused', 'failed', 'parked'])
  const told = Object.values(METRIC_DIMENSIONS).map(
    ({ by, metrics }) => `${by.join(', ')}: ${metrics.join(', ')}`,
  )
  expect(told).toEqual([
    'Pipeline: Units, Dollars',
    'Pipeline, Outcome: Jobs, Seconds',
    'Pipeline, Recipe, Outcome: Jobs, Seconds, Units, Bytes, Dollars',
    'Pipeline: WaitSeconds',
    'Pipeline, Cause: Held',
  ])
})
