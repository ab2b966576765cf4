import { Failure } from '../../../catalog/failure.ts'
import { takesIndex } from '../../../catalog/recipe.ts'
import { readBytes } from '../bytes/byte-reader.ts'
import type { Objects } from '../ports/objects.ts'
import type { JobStep } from './load-step.ts'
import { meetsRule } from './meets-rule.ts'
import { preparableRule } from './preparable-rule.ts'
import { type PictureHeader, readHeader } from './read-header.ts'
import type { PreviousTask } from './resolve-source.ts'

/**
 * Throws `NeedsPreparing` where the source of a step is a picture that does not meet the feature's file rule, and the
 * recipe lets pictures be prepared, and where everybody is meant and the service cannot be told who. A source that is
 * the service's own result is left to the service, as is one that no longer exists.
 */
export async function requireFitting(
  at: JobStep,
  previous: PreviousTask | null,
  { objects }: { objects: Pick<Objects, 'open'> },
): Promise<void> {
  const rule = preparableRule(at)
  if (!rule) return
  // A service that cannot be told whom is meant works on the largest: everybody needs a picture of their own.
  const each = at.step.target === 'all' && rule.framing !== undefined && !takesIndex(at.feature)
  if (each) throw new Failure('NeedsPreparing')
  const found = previous ? restoredHeader(previous) : await droppedHeader(at.job.source, objects)
  if (found?.header && !meetsRule(found.header, found.bytes, rule)) {
    throw new Failure('NeedsPreparing')
  }
}

type Found = { header: PictureHeader | undefined; bytes: number }

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
  if (!file) return undefined
  const reader = readBytes(file.body)
  try {
    return { header: await readHeader(reader), bytes: file.size }
  } finally {
    await reader.close()
  }
}
