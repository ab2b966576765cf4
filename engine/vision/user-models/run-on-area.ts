import type { Box } from '../../geometry/box.ts'
import type { ManifestOf } from '../../models/model-manifest.ts'
import type { ModelNet } from '../../models/model-net.ts'
import type { Picture } from '../../raster/picture.ts'
import { type ModelPlanes, modelPlanes } from './model-planes.ts'
import { type ModelWindow, modelWindow } from './model-window.ts'
import { sampleModelInput } from './sample-model-input.ts'

/** A model of users that is only shown a picture. */
export type ShownModel = {
  manifest: ManifestOf<'parse' | 'hair' | 'matte' | 'depth'>
  net: ModelNet
}

/**
 * Shows a model a part of a picture.
 * @returns the planes it gives, and what of the picture they cover
 * @throws when the model cannot be run
 */
export async function runOnArea(
  { manifest, net }: ShownModel,
  picture: Picture,
  area: Box,
): Promise<ModelPlanes & { window: ModelWindow }> {
  const window = modelWindow(area, manifest.picture)
  const { output, layout } = manifest.result
  const empty =
    manifest.picture.fourth && new Float32Array(window.input.width * window.input.height)
  const given = await net.run([sampleModelInput(picture, window, manifest.picture, empty)], output)
  return { ...modelPlanes(given, layout, manifest.file), window }
}
