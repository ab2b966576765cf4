import { Failure } from '../../../catalog/failure.ts'
import { takesIndex } from '../../../catalog/recipe.ts'
import { readBytes } from '../bytes/byte-reader.ts'
import type { ByteSource } from '../ports/byte-source.ts'
import type { Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from './fetch-results.ts'
import type { JobStep } from './load-step.ts'
import { meetsRule } from './meets-rule.ts'
import { preparableRule } from './preparable-rule.ts'
import { type PictureHeader, readHeader } from './read-header.ts'
import type { PreviousTask } from './resolve-source.ts'

/**
 * Throws `NeedsPreparing` where the source of a step is a picture that does not meet the feature's file rule, and the
 * recipe lets pictures be prepared, and where everybody is meant and the service cannot be told who. The result of a
 * step before may be larger than the next feature takes. A source that no longer exists is left to the service.
 */
export async function requireFitting(
  at: JobStep,
  previous: PreviousTask | null,
  deps: RequireFittingDeps,
): Promise<void> {
  const rule = preparableRule(at)
  if (!rule) return
  // A service that cannot be told whom is meant works on the largest: everybody needs a picture of their own.
  const each = at.step.target === 'all' && rule.framing !== undefined && !takesIndex(at.feature)
  if (each) throw new Failure('NeedsPreparing')
  const found = await headerOf(at, previous, deps)
  if (found?.header && !meetsRule(found.header, found.bytes, rule)) {
    throw new Failure('NeedsPreparing')
  }
}

export type RequireFittingDeps = {
  objects: Pick<Objects, 'open'>
  provider: Provider
  /** Opens a result's URL as a stream. Throws `ResultUnavailable`. */
  download: (url: string) => Promise<{ bytes: ByteSource; size?: number | undefined }>
}

type Found = { header: PictureHeader | undefined; bytes: number }

async function headerOf(
  at: JobStep,
  previous: PreviousTask | null,
  deps: RequireFittingDeps,
): Promise<Found | undefined> {
  if (!previous) return await droppedHeader(at.job.source, deps.objects)
  return previous.restored ? restoredHeader(previous) : await resultHeader(at, previous, deps)
}

/** The header of a result as the service made it. */
async function resultHeader(
  { job, plan, index }: JobStep,
  { taskId, feature }: PreviousTask,
  { provider, download }: RequireFittingDeps,
): Promise<Found | undefined> {
  const target = plan.steps[index - 1]?.target
  const task = { taskId, feature, job: job.id, stage: 'effect', target } as const
  const { results } = await fetchResults(task, provider)
  if (typeof results.url !== 'string') return undefined
  const { bytes, size = 0 } = await download(results.url)
  return await readStart(bytes, size)
}

async function readStart(bytes: ByteSource, size: number): Promise<Found> {
  const reader = readBytes(bytes)
  try {
    return { header: await readHeader(reader), bytes: size }
  } finally {
    await reader.close()
  }
}

function restoredHeader({ restored }: PreviousTask): Found | undefined {
  if (!restored) return undefined
  const { format, width, height, bytes } = restored.restoration
  const taken = format === 'jpeg' || format === 'png'
  return { header: taken ? { format, width, height } : { format: 'other' }, bytes }
}

async function droppedHeader(
  source: JobStep['job']['source'],
  objects: Pick<Objects, 'open'>,
): Promise<Found | undefined> {
  const file = await objects.open(source)
  return file && (await readStart(file.body, file.size))
}
