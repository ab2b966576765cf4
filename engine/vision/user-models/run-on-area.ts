import type { Box } from '../../geometry/box.ts'
import type { ManifestOf } from '../../models/model-manifest.ts'
import type { ModelNet } from '../../models/model-net.ts'
import type { Picture } from '../../raster/picture.ts'
import { type ModelPlanes, modelPlanes } from './model-planes.ts'
import { type ModelWindow, modelWindow } from './model-window.ts'
import { runTiles } from './run-tiles.ts'
import { sampleModelInput } from './sample-model-input.ts'
import { tilesOver } from './tiles.ts'

/** A model of users that is only shown a picture. */
export type ShownModel = {
  manifest: ManifestOf<'parse' | 'hair' | 'matte' | 'depth'>
  net: ModelNet
}

/**
 * Shows a model a part of a picture: at once, or tile by tile where its manifest says so and the part is larger than
 * its input.
 * @returns the planes it gives, and what of the picture they cover
 * @throws when the model cannot be run
 */
export async function runOnArea(
  { manifest, net }: ShownModel,
  picture: Picture,
  area: Box,
): Promise<ModelPlanes & { window: ModelWindow }> {
  const { output, layout } = manifest.result
  const clock = { seconds: 0 }
  const shown = async (window: ModelWindow): Promise<ModelPlanes> => {
    const { width, height } = window.input
    const empty = manifest.picture.fourth && new Float32Array(width * height)
    const input = sampleModelInput(picture, window, manifest.picture, empty)
    return modelPlanes(await net.run([input], output, clock), layout, manifest.file)
  }
  const tiles = tilesOver(area, manifest.picture)
  const joined = tiles && (await runTiles(tiles, shown, manifest.file))
  if (tiles && joined) return { ...joined, window: tiles.whole }
  const window = modelWindow(area, manifest.picture)
  return { ...(await shown(window)), window }
}
