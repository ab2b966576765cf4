import type { ModelFile } from '../../../../engine/vision/load/models.ts'
import { readPackageFile } from '../../../../engine/vision/load/read-package-file.ts'
import { takeModel } from '../../../../engine/vision/load/take-model.ts'

/** A model's bytes, as the networks get them in Node. */
export const readModel = async (
  file: Pick<ModelFile, 'specifier' | 'bytes' | 'sha256'>,
): Promise<Uint8Array> => takeModel(await readPackageFile(file.specifier), file)
