import type { Size } from '../../geometry/size.ts'
import type { SurfacePlane } from './estimate-plane.ts'
import type { Levels, Texture } from './textures/texture.ts'
import { FOCAL_LENGTH, MOST_SAMPLES } from './tuning.ts'

/**
 * The colour of a texture at a pixel of the picture: on the plane of the old surface, or flat on the picture.
 * @param scale pixels that a centimetre takes, in the middle of the surface
 */
export function onPlane(
  { paint, runs }: Texture,
  plane: SurfacePlane | undefined,
  scale: number,
  size: Size,
): (x: number, y: number) => Levels {
  if (!plane) return (x, y) => paint(x / scale, y / scale, 1 / scale)
  const { vanishing, middle, recedes } = plane
  const isVertical = recedes === 'vertically'
  const from = isVertical ? middle.y - vanishing.y : middle.x - vanishing.x
  // Centimetres between the eye and the plane.
  const away = Math.abs(from) / scale
  const focal = FOCAL_LENGTH * Math.max(size.width, size.height)
  return (x, y) => {
    const far = Math.max(1, Math.abs(isVertical ? y - vanishing.y : x - vanishing.x))
    const across = ((isVertical ? x - vanishing.x : y - vanishing.y) * away) / far
    const depth = (-focal * away) / far
    const pixel = away / far
    const length = (focal * away) / far ** 2
    const samples = Math.min(MOST_SAMPLES, Math.max(1, Math.ceil(length / pixel)))
    let [red, green, blue] = [0, 0, 0]
    for (let n = 0; n < samples; n++) {
      const along = depth + length * ((n + 0.5) / samples - 0.5)
      const own = runs || !isVertical ? paint(along, across, pixel) : paint(across, along, pixel)
      red += own[0] / samples
      green += own[1] / samples
      blue += own[2] / samples
    }
    return [red, green, blue]
  }
}
