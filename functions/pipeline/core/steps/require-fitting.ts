import { Failure } from '../../../../catalog/failures/failure.ts'
import { takesIndex } from '../../../../catalog/features/takes-index.ts'
import { isPicture, type VideoRule } from '../../../../catalog/files/file-rule.ts'
import { isTooFast } from '../../../../catalog/files/media-limits.ts'
import { readPictureHeader } from '../../../../metadata/read-picture-header.ts'
import { readVideoHeader } from '../../../../metadata/read-video-header.ts'
import type { JobStep } from './load-step.ts'
import { meetsRule } from './meets-rule.ts'
import { preparableReferences } from './preparable-references.ts'
import { preparableRule } from './preparable-rule.ts'
import type { PreviousTask } from './resolve-source.ts'
import { headerOf, readStart, type SourceHeaderDeps, startOf } from './source-header.ts'

/**
 * Throws `NeedsPreparing` where the source of a step or one of its references does not meet its rule. Files that do not
 * exist are left to the states that send them.
 */
export async function requireFitting(
  at: JobStep,
  previous: PreviousTask | null,
  deps: SourceHeaderDeps,
): Promise<void> {
  await requireFittingSource(at, previous, deps)
  for (const { key, rule } of preparableReferences(at)) {
    const file = await deps.objects.open({ bucket: at.job.source.bucket, key })
    const found = file && (await readStart(file.body, file.size, readPictureHeader))
    if (found?.header && !meetsRule(found.header, found.bytes, rule)) {
      throw new Failure('NeedsPreparing')
    }
  }
}

/**
 * Throws `NeedsPreparing` where the source of a step is a picture or video that does not meet the feature's file rule,
 * and the recipe lets files be prepared, and where everybody is meant and the service cannot be told who. The result of
 * a step before may be larger than the next feature takes. A source that no longer exists is left to the service.
 */
async function requireFittingSource(
  at: JobStep,
  previous: PreviousTask | null,
  deps: SourceHeaderDeps,
): Promise<void> {
  const rule = preparableRule(at)
  if (!rule) return
  if (!isPicture(rule)) return await requireFittingVideo(at, previous, rule, deps)
  // A service that cannot be told whom is meant works on the largest: everybody needs a picture of their own.
  const each = at.step.target === 'all' && rule.framing !== undefined && !takesIndex(at.feature)
  if (each) throw new Failure('NeedsPreparing')
  const found = await headerOf(at, previous, deps)
  if (found?.header && !meetsRule(found.header, found.bytes, rule)) {
    throw new Failure('NeedsPreparing')
  }
}

/** Of a video the boxes are looked at; what is in its frames, the service says. */
async function requireFittingVideo(
  at: JobStep,
  previous: PreviousTask | null,
  rule: VideoRule,
  deps: SourceHeaderDeps,
): Promise<void> {
  const found = await startOf(at, previous, deps, readVideoHeader)
  if (!found?.header) return
  const { container, isTurned, rate } = found.header
  const isLarge = found.bytes >= rule.maxBytes
  const isFast = rate !== undefined && isTooFast(rate)
  if (isLarge || !rule.containers.includes(container) || isTurned || isFast) {
    throw new Failure('NeedsPreparing')
  }
}
