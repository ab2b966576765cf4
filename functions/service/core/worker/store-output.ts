import { stat } from 'node:fs/promises'
import { LeaseLost } from '../model/lease.ts'
import type { Holding, SignedUpload } from '../ports/broker.ts'
import type { InputFile, MadeFile } from '../ports/perform.ts'
import type { SignedFiles } from '../ports/signed-files.ts'

export type StoreOutputDeps = {
  broker: {
    placeResult(
      ask: Holding & { extension: string; size: number },
    ): Promise<SignedUpload | undefined>
  }
  files: Pick<SignedFiles, 'put'>
}

/** Stores the file that a task made where the broker places it. Throws `LeaseLost`, and stores nothing then. */
export async function storeOutput(
  holding: Holding,
  { extension, ...made }: MadeFile,
  { broker, files }: StoreOutputDeps,
): Promise<void> {
  const file = 'path' in made ? { path: made.path } : made.bytes
  const placed = await broker.placeResult({ ...holding, extension, size: await sizeOf(file) })
  if (!placed) throw new LeaseLost()
  await files.put(placed, file)
}

/** How many bytes a file has. */
export async function sizeOf(file: InputFile): Promise<number> {
  return file instanceof Uint8Array ? file.length : (await stat(file.path)).size
}
