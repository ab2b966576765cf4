import type { ModelManifest } from '../../models/model-manifest.ts'
import type { ModelInput } from '../../models/model-net.ts'
import { modelWindow } from './model-window.ts'
import { sampleModelInput, sampleModelMask } from './sample-model-input.ts'

/** Of pictures to try a model of any size with, pixels. */
const SIDE = 256

/** What a model takes, for an empty picture of which nothing is filled. */
export function emptyInputs(manifest: ModelManifest): ModelInput[] {
  const picture = { width: SIDE, height: SIDE, data: new Uint8ClampedArray(SIDE * SIDE * 4) }
  const window = modelWindow({ left: 0, top: 0, width: SIDE, height: SIDE }, manifest.picture)
  const { width, height } = window.input
  const fourth = manifest.picture.fourth && new Float32Array(width * height)
  const inputs = [sampleModelInput(picture, window, manifest.picture, fourth)]
  if (manifest.task !== 'inpaint' || !manifest.mask) return inputs
  const mask = { width, height, data: new Uint8Array(width * height) }
  return [...inputs, sampleModelMask(mask, manifest.mask, manifest.fill)]
}
