import type { TargetBox } from '../../../../catalog/targets/pick-targets.ts'
import { log } from '../../../log.ts'
import type { Prepared } from '../ports/prepared.ts'
import type { FoundBoxes } from '../ports/trail.ts'
import type { JobStep } from './load-step.ts'
import type { PreviousTask } from './resolve-source.ts'
import { headerOf, type SourceHeaderDeps } from './source-header.ts'

/** Boxes that a record keeps of one detection. */
const MOST_BOXES = 20

/** What the detection looked at: the picture that was prepared for the step, or its source. */
type LookedAt = {
  prepared?: Prepared | undefined
  previous?: PreviousTask | null | undefined
}

/**
 * The first twenty boxes of a detection in whole pixels, with the size of what they were found in, upright. Null where
 * nobody was found, for a picture of one target's own, and where the size cannot be read: a job goes on without it.
 */
export async function foundIn(
  boxes: readonly TargetBox[],
  at: JobStep,
  looked: LookedAt,
  deps: SourceHeaderDeps,
): Promise<FoundBoxes | null> {
  if (boxes.length === 0 || looked.prepared?.part !== undefined) return null
  const size = await sizeOf(at, looked, deps)
  if (!size) return null
  return {
    ...size,
    boxes: boxes
      .slice(0, MOST_BOXES)
      .map(({ left, top, width, height }) => [left, top, width, height].map(Math.round)),
  }
}

async function sizeOf(
  at: JobStep,
  { prepared, previous = null }: LookedAt,
  deps: SourceHeaderDeps,
): Promise<Pick<FoundBoxes, 'width' | 'height'> | undefined> {
  const sent = prepared?.preparation?.sent ?? prepared?.video?.sent
  if (sent) return { width: sent.width, height: sent.height }
  try {
    const { header } = (await headerOf(at, previous, deps)) ?? {}
    if (!header || header.format === 'other') return undefined
    const { width, height, turned } = header
    return turned ? { width: height, height: width } : { width, height }
  } catch (error) {
    log.warn('The size of what people were found in could not be read.', { job: at.job.id, error })
    return undefined
  }
}
