import { expect, test } from 'vitest'
import { waitMetrics } from '../../../../../functions/pipeline/core/metrics/wait-metrics.ts'

test('a wait counts for its pipeline in seconds', () => {
  expect(waitMetrics(12.5, { pipeline: 'studio', now: 1_000 })).toEqual({
    _aws: {
      Timestamp: 1_000,
      CloudWatchMetrics: [
        {
          Namespace: 'Darkroom/Pipeline',
          Dimensions: [['Pipeline']],
          Metrics: [{ Name: 'WaitSeconds', Unit: 'Seconds' }],
        },
      ],
    },
    Pipeline: 'studio',
    WaitSeconds: 12.5,
  })
})

test.each([
  [0.25, 0.25],
  [0, 0],
  // By the clock of another machine it has not begun.
  [-2, 0],
])('a wait of %d seconds is told as %d', (seconds, told) => {
  expect(waitMetrics(seconds, { pipeline: 'studio', now: 0 })).toMatchObject({ WaitSeconds: told })
})
