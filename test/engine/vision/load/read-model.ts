import { extractModel, type ModelFile } from '../../../../engine/vision/load/models.ts'
import { readPackageFile } from '../../../../engine/vision/load/open-vision.ts'

/** A model's bytes, as the networks get them in Node. */
export async function readModel(
  file: Pick<ModelFile, 'specifier' | 'bytes' | 'sha256'>,
): Promise<Uint8Array> {
  return extractModel(await readPackageFile(file.specifier), file)
}
