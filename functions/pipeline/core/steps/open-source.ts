import { Failure } from '../../../../catalog/failures/failure.ts'
import type { ByteSource } from '../../../../metadata/byte-source.ts'
import type { Objects } from '../ports/objects.ts'
import type { PreparedLocation } from '../ports/prepared.ts'
import type { Provider } from '../ports/provider.ts'
import { fetchResults } from './fetch-results.ts'
import type { JobStep } from './load-step.ts'
import type { PreviousTask } from './resolve-source.ts'

export type OpenSourceDeps = {
  objects: Pick<Objects, 'open'>
  provider: Provider
  preparedPictures: PreparedLocation
  /** Opens a result's URL as a stream. Throws `ResultUnavailable`. */
  download: (url: string) => Promise<{ bytes: ByteSource }>
}

/**
 * The source of a step as it was before anything was prepared: the dropped object, or the previous step's result,
 * restored where it was. Throws like `resolveSource`.
 */
export async function openSource(
  { job, plan, index }: JobStep,
  previous: PreviousTask | null,
  deps: OpenSourceDeps,
): Promise<ByteSource> {
  if (previous && !previous.restored) {
    const target = plan.steps[index - 1]?.target
    const { taskId, feature } = previous
    const { results } = await fetchResults(
      { taskId, feature, job: job.id, stage: 'effect', target },
      deps.provider,
    )
    if (typeof results.url === 'string') return (await deps.download(results.url)).bytes
    throw new Failure('ResultUnavailable', `The step ${feature} gave no file to go on with.`)
  }
  const { bucket } = deps.preparedPictures
  const object = previous?.restored ? { bucket, key: previous.restored.key } : job.source
  const file = await deps.objects.open(object)
  if (!file) throw new Failure('SourceGone')
  return file.body
}
