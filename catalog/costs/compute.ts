import * as z from 'zod/mini'

/** What several workers of one video took. */
export type Compute = {
  segments: number
  /** Of all workers together. */
  seconds: number
  /** What Lambda and Step Functions ask for that, by the list prices of us-east-1. */
  dollars: number
}

/** Dollars for a second and a gigabyte of Lambda on arm64, and for a transition of Step Functions. */
export const LAMBDA_GB_SECOND = 0.0000133334
export const TRANSITION = 25 / 1e6

/** Megabytes of a worker of videos: they buy two vCPUs (AWS Lambda developer guide: one for each 1769 MB). */
export const VIDEO_MEGABYTES = 3538

/** Transitions of one video: start, map and joining, and the start and the state of each segment. */
function transitionsOf(segments: number): number {
  return 3 + 2 * segments
}

/** What it took to make a video in so many segments and seconds. */
export function computeOf(segments: number, seconds: number): Compute {
  const dollars =
    (seconds * VIDEO_MEGABYTES * LAMBDA_GB_SECOND) / 1024 + transitionsOf(segments) * TRANSITION
  return { segments, seconds: Math.round(seconds), dollars: Math.round(dollars * 1e6) / 1e6 }
}

/** The schema of what workers took, as it stands in receipts. */
export const COMPUTE = z.object({
  segments: z.int().check(z.gte(2), z.lte(100), z.describe('Segments the video was made in.')),
  seconds: z.number().check(z.gte(0), z.lte(1e7), z.describe('Of all workers together.')),
  dollars: z.number().check(z.gte(0), z.lte(10_000), z.describe('By AWS’s list prices.')),
})

/** Header with what several workers of a video took. Other services do not send it. */
export const COMPUTE_HEADER = 'darkroom-compute'

/** What workers took as a header: JSON in ASCII; none where one worker made all. */
export function computeHeaders(compute: Compute | undefined): Record<string, string> {
  return compute ? { [COMPUTE_HEADER]: JSON.stringify(compute) } : {}
}

/** Reads what workers took from a header; undefined unless it has this form, because it is stored and shown. */
export function computeFromHeader(header: string | null | undefined): Compute | undefined {
  if (!header || header.length > 200) return undefined
  try {
    return z.safeParse(COMPUTE, JSON.parse(header)).data
  } catch {
    return undefined
  }
}
