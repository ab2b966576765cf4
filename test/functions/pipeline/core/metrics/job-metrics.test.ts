import { expect, test, vi } from 'vitest'
import { log } from '../../../../../functions/log.ts'
import {
  jobMetrics,
  withJobMetrics,
} from '../../../../../functions/pipeline/core/metrics/job-metrics.ts'
import { TOLD_EVENTS } from '../../../../docs/told-jobs.ts'

const { succeeded, failed, parked } = TOLD_EVENTS

test('a job counts by its recipe and outcome, with its seconds, bytes, units and dollars', () => {
  const metrics = jobMetrics(succeeded, 'studio')
  expect(metrics).toMatchObject({
    Pipeline: 'studio',
    Recipe: 'slim',
    Outcome: 'succeeded',
    Jobs: 1,
    Seconds: 8.412,
    Bytes: 2_418_733 + 1_204_998,
    Units: succeeded.cost.units,
    Dollars: succeeded.cost.dollars,
  })
  const { Timestamp, CloudWatchMetrics } = metrics['_aws'] as {
    Timestamp: number
    CloudWatchMetrics: { Dimensions: string[][]; Metrics: { Name: string; Unit: string }[] }[]
  }
  expect(Timestamp).toBe(Date.parse(succeeded.at))
  expect(CloudWatchMetrics.map(({ Dimensions }) => Dimensions)).toEqual([
    [['Pipeline']],
    [['Pipeline', 'Outcome']],
    [['Pipeline', 'Recipe', 'Outcome']],
  ])
  expect(CloudWatchMetrics[1]?.Metrics).toEqual([
    { Name: 'Jobs', Unit: 'Count' },
    { Name: 'Seconds', Unit: 'Seconds' },
  ])
})

test('a key that names no recipe makes no metric of its own', () => {
  const { sha256: _, ...recipe } = failed.recipe
  expect(jobMetrics({ ...failed, recipe }, 'studio')['Recipe']).toBe('unusable')
  expect(jobMetrics(parked, 'studio')['Outcome']).toBe('parked')
})

test('a job is announced before it is counted, and not counted where that failed', async () => {
  const info = vi.spyOn(log, 'info').mockReturnValue()
  const announced: unknown[] = []
  await withJobMetrics(async (event) => {
    announced.push([event, info.mock.calls.length])
  }, 'studio')(failed)
  expect(announced).toEqual([[failed, 0]])
  expect(info).toHaveBeenCalledOnce()
  const broken = withJobMetrics(() => Promise.reject(new Error('throttled')), 'studio')
  await expect(broken(failed)).rejects.toThrow('throttled')
  expect(info).toHaveBeenCalledOnce()
  info.mockRestore()
})
