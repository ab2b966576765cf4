import { pictureFormat } from '../../../catalog/output-format.ts'
import { type Objects, resultMark } from '../ports/objects.ts'
import type { RestoredFile } from '../ports/prepared.ts'
import type { TrailStep } from '../ports/trail.ts'
import type { PrepareDeps } from '../prepare/prepare.ts'
import { fetchResults } from '../steps/fetch-results.ts'
import { loadStep } from '../steps/load-step.ts'
import { openSource } from '../steps/open-source.ts'
import type { PreviousTask } from '../steps/resolve-source.ts'

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
 * failed, are left out: Deliver says what becomes of them. Throws like `openSource` and `fetchResults` while trying
 * again may help.
 */
export async function restore(
  input: RestoreInput,
  deps: RestoreDeps,
): Promise<{ files: RestoredFile[] }> {
  const at = await loadStep(input.job, input.step, deps.jobs)
  const { bucket, prefix } = deps.preparedPictures
  const { prepared, tasks } = input.done
  const { key: sentKey, preparation } = prepared ?? {}
  const sent = sentKey ? await deps.objects.open({ bucket, key: sentKey }) : undefined
  if (!sent || !preparation) return { files: [] }
  const succeeded = tasks.flatMap(({ status, taskId, index }) =>
    status === 'success' && taskId !== undefined ? [{ taskId, index }] : [],
  )
  const returned = succeeded.map(({ taskId, index }) => ({
    index,
    open: async () => {
      const task = { job: input.job, feature: at.feature.name, taskId, target: at.step.target }
      const { results } = await fetchResults({ ...task, stage: 'effect' }, deps.provider)
      return (await deps.download(String(results.url))).bytes
    },
  }))
  const written = new Map<number, Pick<RestoredFile, 'key' | 'contentType'>>()
  const original = await openSource(at, input.previous, deps)
  const format = at.last ? pictureFormat(at.plan.output.format) : undefined
  const metadata = at.plan.output.metadata ?? 'none'
  const restored = await deps.pictures.restore(
    { original, sent: sent.body, returned },
    { preparation, metadata, format },
    async (index, { bytes, contentType, ending }) => {
      const key = `${prefix}${input.job}/${input.step}.restored.${index}${ending}`
      await deps.objects.write({ bucket, key }, bytes, {
        contentType,
        metadata: resultMark(input.job),
      })
      written.set(index, { key, contentType })
    },
  )
  return {
    files: restored.flatMap((file) => {
      const object = written.get(file.index)
      return object ? [{ ...file, ...object }] : []
    }),
  }
}
