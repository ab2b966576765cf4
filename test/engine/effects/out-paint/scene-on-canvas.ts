import type { Box } from '../../../../engine/geometry/box.ts'
import { decodePicture } from '../../../../engine/media/decode-picture.ts'
import type { Picture } from '../../../../engine/raster/picture.ts'
import { drawScene, type Scene } from '../../fill/draw-scene.ts'

export type OnCanvas = { source: Picture; canvas: Picture; box: Box }

type Margins = { left?: number; top?: number; right?: number; bottom?: number }

/** A drawn scene with a transparent margin around it, in pixels. */
export async function sceneOnCanvas(
  scene: Scene,
  width: number,
  { left = 0, top = 0, right = 0, bottom = 0 }: Margins,
): Promise<OnCanvas> {
  const source = await decodePicture(await drawScene(scene, width))
  const size = { width: source.width + left + right, height: source.height + top + bottom }
  const data = new Uint8ClampedArray(4 * size.width * size.height)
  for (let y = 0; y < source.height; y++) {
    const row = source.data.subarray(4 * y * source.width, 4 * (y + 1) * source.width)
    data.set(row, 4 * ((top + y) * size.width + left))
  }
  const box = { left, top, width: source.width, height: source.height }
  return { source, canvas: { ...size, data }, box }
}
