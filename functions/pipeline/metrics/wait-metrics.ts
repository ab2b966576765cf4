import { METRIC_PARTS } from '../../../catalog/pipeline-metrics.ts'
import type { WatchMessage } from '../watch-task/watch.ts'
import { embeddedMetrics } from './embedded-metrics.ts'

/** What is measured when a task that was looked at still runs: how long its state has waited. */
export const waitMetrics = (
  { since }: WatchMessage,
  { pipeline, now }: { pipeline: string; now: number },
): Record<string, unknown> =>
  since === undefined
    ? {}
    : embeddedMetrics({
        parts: [METRIC_PARTS.wait],
        values: { Pipeline: pipeline, WaitSeconds: Math.max(0, now / 1000 - since) },
        at: now,
      })
