import { type ByteReader, readBytes } from '../../../../metadata/byte-reader.ts'
import type { ByteSource } from '../../../../metadata/byte-source.ts'
import { type PictureHeader, readPictureHeader } from '../../../../metadata/read-picture-header.ts'
import type { Objects } from '../ports/objects.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from './fetch-results.ts'
import type { JobStep } from './load-step.ts'
import type { PreviousTask } from './resolve-source.ts'

export type SourceHeaderDeps = {
  objects: Pick<Objects, 'open'>
  provider: Provider
  /** Opens a result's URL as a stream. Throws `ResultUnavailable`. */
  download: (url: string) => Promise<{ bytes: ByteSource; size?: number | undefined }>
}

type Found<Header> = { header: Header | undefined; bytes: number }

/** Reads what is needed of a file's start. */
type Read<Header> = (reader: ByteReader) => Promise<Header | undefined>

/**
 * The header of a step's source before anything is prepared; undefined where there is no file. Throws like
 * `fetchResults`.
 */
export async function headerOf(
  at: JobStep,
  previous: PreviousTask | null,
  deps: SourceHeaderDeps,
): Promise<Found<PictureHeader> | undefined> {
  if (previous?.restored) return restoredHeader(previous)
  return await startOf(at, previous, deps, readPictureHeader)
}

/** The start of the dropped file, or of the step before's result as the service made it. */
export async function startOf<Header>(
  at: JobStep,
  previous: PreviousTask | null,
  deps: SourceHeaderDeps,
  read: Read<Header>,
): Promise<Found<Header> | undefined> {
  if (previous) return await resultStart(at, previous, deps, read)
  const file = await deps.objects.open(at.job.source)
  return file && (await readStart(file.body, file.size, read))
}

async function resultStart<Header>(
  { job, plan, index }: JobStep,
  { taskId, feature }: PreviousTask,
  { provider, download }: SourceHeaderDeps,
  read: Read<Header>,
): Promise<Found<Header> | undefined> {
  const target = plan.steps[index - 1]?.target
  const task = { taskId, feature, job: job.id, stage: 'effect', target } as const
  const { results } = await fetchResults(task, provider)
  if (typeof results.url !== 'string') return undefined
  const { bytes, size = 0 } = await download(results.url)
  return await readStart(bytes, size, read)
}

/** Reads the start of a file of `size` bytes, and lets go of the rest. */
export async function readStart<Header>(
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
