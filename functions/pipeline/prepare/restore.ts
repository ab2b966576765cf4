import { Failure } from '../../../catalog/failures/failure.ts'
import { pictureFormat } from '../../../catalog/tasks/output-format.ts'
import { type Objects, resultMark } from '../core/ports/objects.ts'
import type { ReturnedPicture } from '../core/ports/picture-engine.ts'
import type { RestoredFile } from '../core/ports/prepared.ts'
import type { TrailStep } from '../core/ports/trail.ts'
import { fetchResults } from '../core/steps/fetch-results.ts'
import { loadStep } from '../core/steps/load-step.ts'
import { openSource } from '../core/steps/open-source.ts'
import type { PreviousTask } from '../core/steps/resolve-source.ts'
import type { PrepareDeps } from './prepare.ts'

export type RestoreInput = {
  job: string
  /** Index of the step in the recipe, from 0. */
  step: number
  /** The task of the step before, whose result was prepared; null where the dropped object was. */
  previous: PreviousTask | null
  /** The step as it was done, on the prepared picture. */
  done: TrailStep
}

export type RestoreDeps = PrepareDeps & { objects: Pick<Objects, 'open' | 'write'> }

/**
 * Puts the results of a step whose source was prepared back into that source, at its full size. Keys depend on job,
 * step and person alone, so a repeated run writes the same objects. Results that cannot be restored, and tasks that
 * failed, are left out: Deliver says what becomes of them. With `together` all results are put into one picture; where
 * they cannot, and another step needs it, `ResultUnavailable` is thrown. Throws like `openSource` and `fetchResults`
 * while trying again may help.
 */
export async function restore(
  input: RestoreInput,
  deps: RestoreDeps,
): Promise<{ files: RestoredFile[] }> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  const { bucket, prefix } = deps.preparedPictures
  const succeeded = input.done.tasks.filter(({ status }) => status === 'success')
  const together = at.step.together === true && succeeded.length > 1
  const returned = succeeded.flatMap(({ taskId, index }): ReturnedPicture[] => {
    const sent = sentFor(index, input.done, deps)
    // A result at the source's own size needs no restoring, unless others join it.
    if (taskId === undefined || (!sent && !together)) return []
    const open = async () => {
      const task = { job: input.job, feature: at.feature.name, taskId, target: at.step.target }
      const { results } = await fetchResults({ ...task, stage: 'effect' }, deps.provider)
      return (await deps.download(String(results.url))).bytes
    }
    return [{ index, open, sent }]
  })
  if (returned.length === 0) return { files: [] }
  const written = new Map<number, Pick<RestoredFile, 'key' | 'contentType'>>()
  const original = await openSource(at, input.previous, deps)
  const format = at.last ? pictureFormat(at.plan.output.format) : undefined
  const metadata = at.plan.output.metadata ?? 'none'
  const restored = await deps.pictures.restore(
    { original, returned },
    { metadata, format, together },
    async (index, { bytes, contentType, ending }) => {
      const key = `${prefix}${input.job}/${input.step}.restored.${index}${ending}`
      await deps.objects.write({ bucket, key }, bytes, {
        contentType,
        metadata: resultMark(input.job),
      })
      written.set(index, { key, contentType })
    },
  )
  const files = restored.flatMap((file) => {
    const object = written.get(file.index)
    const indices = together && { together: returned.map(({ index }) => index) }
    return object ? [{ ...file, ...object, ...indices }] : []
  })
  if (together && files.length === 0 && !at.last) {
    throw new Failure('ResultUnavailable', 'The results cannot be put together in one picture.')
  }
  return { files }
}

/** What was sent for one of a step's targets; undefined where that was the source itself. */
function sentFor(
  index: number,
  { prepared }: TrailStep,
  { objects, preparedPictures: { bucket } }: RestoreDeps,
): ReturnedPicture['sent'] {
  const own =
    prepared && 'parts' in prepared ? prepared.parts.find(({ part }) => part === index) : prepared
  if (!own?.key || !own.preparation) return undefined
  const { key, preparation } = own
  const open = async () => {
    const file = await objects.open({ bucket, key })
    if (!file) throw new Failure('ResultUnavailable', 'The prepared picture is not there any more.')
    return file.body
  }
  return { key, open, preparation }
}
