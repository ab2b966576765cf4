import type { Quota } from './token-bucket.ts'

/** The quotas of an account that files meet, by what they bound. docs/scale.md names the pages they are from. */
export type Quotas = {
  /** Step Functions: executions that begin, callbacks that are answered, and transitions, which are delayed only. */
  starts: Quota
  callbacks: Quota
  transitions: Quota
  /** Lambda: functions that run at once. */
  concurrency: number
  /** The service: requests of the pipeline's key. */
  requests: Quota
  /** DynamoDB: files a second that the writes of one item of the day's budget bear; none without a budget. */
  budget?: Quota | undefined
}

/** Of us-east-1, us-west-2 and eu-west-1. */
export const LARGE_REGION: Quotas = {
  starts: { burst: 1_300, perSecond: 300 },
  callbacks: { burst: 3_000, perSecond: 500 },
  transitions: { burst: 5_000, perSecond: 1_500 },
  concurrency: 1_000,
  requests: { burst: 200, perSecond: 100 },
}

/** The regions with the larger quotas of Step Functions (Developer Guide, "Quotas"). */
const LARGE_REGIONS = ['us-east-1', 'us-west-2', 'eu-west-1']

/** The quotas of a region, or of a local run, which has none that are smaller. */
export function quotasOf(region: string, local: boolean): Quotas {
  return local || LARGE_REGIONS.includes(region) ? LARGE_REGION : OTHER_REGION
}

/** Of all other regions. */
export const OTHER_REGION: Quotas = {
  ...LARGE_REGION,
  starts: { burst: 800, perSecond: 150 },
  callbacks: { burst: 1_500, perSecond: 300 },
  transitions: { burst: 800, perSecond: 500 },
}
