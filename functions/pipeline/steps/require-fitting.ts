import { Failure } from '../../../catalog/failure.ts'
import { isPicture, type VideoRule } from '../../../catalog/file-rule.ts'
import { isTooFast } from '../../../catalog/media-limits.ts'
import { takesIndex } from '../../../catalog/recipe.ts'
import { type ByteReader, readBytes } from '../../../metadata/byte-reader.ts'
import type { ByteSource } from '../../../metadata/byte-source.ts'
import { type PictureHeader, readPictureHeader } from '../../../metadata/read-picture-header.ts'
import { readVideoHeader } from '../../../metadata/read-video-header.ts'
import type { Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from './fetch-results.ts'
import type { JobStep } from './load-step.ts'
import { meetsRule } from './meets-rule.ts'
import { preparableReferences } from './preparable-references.ts'
import { preparableRule } from './preparable-rule.ts'
import type { PreviousTask } from './resolve-source.ts'

/**
 * Throws `NeedsPreparing` where the source of a step or one of its references does not meet its rule. Files that do not
 * exist are left to the states that send them.
 */
export async function requireFitting(
  at: JobStep,
  previous: PreviousTask | null,
  deps: RequireFittingDeps,
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
  deps: RequireFittingDeps,
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
  deps: RequireFittingDeps,
): Promise<void> {
  const found = await startOf(at, previous, deps, readVideoHeader)
  if (!found?.header) return
  const { container, isTurned, rate = 0 } = found.header
  const isLarge = found.bytes >= rule.maxBytes
  if (isLarge || !rule.containers.includes(container) || isTurned || isTooFast(rate)) {
    throw new Failure('NeedsPreparing')
  }
}

export type RequireFittingDeps = {
  objects: Pick<Objects, 'open'>
  provider: Provider
  /** Opens a result's URL as a stream. Throws `ResultUnavailable`. */
  download: (url: string) => Promise<{ bytes: ByteSource; size?: number | undefined }>
}

type Found<Header> = { header: Header | undefined; bytes: number }

/** Reads what is needed of a file's start. */
type Read<Header> = (reader: ByteReader) => Promise<Header | undefined>

async function headerOf(
  at: JobStep,
  previous: PreviousTask | null,
  deps: RequireFittingDeps,
): Promise<Found<PictureHeader> | undefined> {
  if (previous?.restored) return restoredHeader(previous)
  return await startOf(at, previous, deps, readPictureHeader)
}

/** The start of the dropped file, or of the step before's result as the service made it. */
async function startOf<Header>(
  at: JobStep,
  previous: PreviousTask | null,
  deps: RequireFittingDeps,
  read: Read<Header>,
): Promise<Found<Header> | undefined> {
  if (previous) return await resultStart(at, previous, deps, read)
  const file = await deps.objects.open(at.job.source)
  return file && (await readStart(file.body, file.size, read))
}

async function resultStart<Header>(
  { job, plan, index }: JobStep,
  { taskId, feature }: PreviousTask,
  { provider, download }: RequireFittingDeps,
  read: Read<Header>,
): Promise<Found<Header> | undefined> {
  const target = plan.steps[index - 1]?.target
  const task = { taskId, feature, job: job.id, stage: 'effect', target } as const
  const { results } = await fetchResults(task, provider)
  if (typeof results.url !== 'string') return undefined
  const { bytes, size = 0 } = await download(results.url)
  return await readStart(bytes, size, read)
}

async function readStart<Header>(
  bytes: ByteSource,
  size: number,
  read: Read<Header>,
): Promise<Found<Header>> {
  const reader = readBytes(bytes)
  try {
    return { header: await read(reader), bytes: size }
  } finally {
    await reader.close()
  }
}

function restoredHeader({ restored }: PreviousTask): Found<PictureHeader> | undefined {
  if (!restored) return undefined
  const { format, width, height, bytes } = restored.restoration
  const taken = format === 'jpeg' || format === 'png'
  return { header: taken ? { format, width, height } : { format: 'other' }, bytes }
}
