import type { ModelUse } from '../../../catalog/costs/model-use.ts'
import type { ByRole } from '../../../catalog/features/feature.ts'
import { LeaseLost } from '../core/model/lease.ts'
import type { Holding, SignedUpload, TaskBroker } from '../core/ports/broker.ts'
import type { InputFile } from '../core/ports/perform.ts'
import type { SignedFiles } from '../core/ports/signed-files.ts'
import { sizeOf } from '../core/worker/store-output.ts'

export type ShareVideoDeps = {
  broker: Pick<TaskBroker, 'placeShared' | 'share'>
  files: Pick<SignedFiles, 'put'>
}

/** A video of which it is known among how many it is shared, and what each of them must know. */
export type VideoToShare = {
  count: number
  surveys: readonly Uint8Array[]
  frames: number
  before: number
  since: number
  /** Seconds that the survey took. */
  surveyed: number
  /** What the survey says of the result. */
  note?: string
  /** The operator's model files that it was surveyed with. */
  models?: ModelUse[]
}

/** Hands a video over to several workers: keeps what they need, and has their workflow started. Throws `LeaseLost`. */
export async function shareVideo(
  holding: Holding,
  files: ByRole<InputFile>,
  { surveys, ...work }: VideoToShare,
  deps: ShareVideoDeps,
): Promise<void> {
  const inputs = Object.entries(files).map(
    ([role, file]) => [role, [file].flat() as InputFile[]] as const,
  )
  const sized = inputs.map(async ([role, all]) => [role, await Promise.all(all.map(sizeOf))])
  const sizes = {
    surveys: surveys.map(({ length }) => length),
    inputs: Object.fromEntries(await Promise.all(sized)),
  }
  const placed = await deps.broker.placeShared({ ...holding, sizes })
  if (!placed) throw new LeaseLost()
  const put = async (uploads: SignedUpload[] = [], all: readonly InputFile[]): Promise<void> => {
    for (const [at, upload] of uploads.entries()) await deps.files.put(upload, all[at]!)
  }
  await put(placed.surveys, surveys)
  for (const [role, all] of inputs) await put(placed.inputs[role], all)
  if (!(await deps.broker.share({ ...holding, work }))) throw new LeaseLost()
}
