import { type Displacement, eachMoved } from './displacement.ts'
import type { Mask, Picture } from './picture.ts'
import { isOpaque, premultiply, unpremultiplyPixel } from './premultiply.ts'
import { sampleBicubic, sampleMask } from './sample.ts'

/** Below this a displacement cannot be seen, and the pixel keeps its bytes. */
const STILL = 0.02

/** A foreground that moves over a background that stays. All parts have the picture's size. */
export type Layer = {
  picture: Picture
  /** How much of each pixel is the foreground. */
  matte: Mask
  field: Displacement
  /** Where 255, the result keeps the picture's own pixel whatever moves there. */
  pin?: Mask
}

/**
 * The pixels of the background that the move lays bare, or needs to know to recolour soft edges: 1 wanted, 0 not.
 * Only places where the matte covers the background are wanted; elsewhere the picture shows it already.
 */
export function revealed({ picture, matte, field }: Layer): Uint8Array {
  const { width, height } = picture
  const wanted = new Uint8Array(width * height)
  eachMoved(field, width, height, (x, y, dx, dy) => {
    if (dx * dx + dy * dy < STILL * STILL) return
    if (sampleMask(matte, x + dx, y + dy) > 254) return
    const at = y * width + x
    if (matte.data[at]! > 0) wanted[at] = 1
    const sx = Math.min(width - 2, Math.max(0, Math.floor(x + dx)))
    const sy = Math.min(height - 2, Math.max(0, Math.floor(y + dy)))
    for (const k of [0, 1, width, width + 1]) {
      const from = sy * width + sx + k
      if (matte.data[from]! > 0) wanted[from] = 1
    }
  })
  return wanted
}

/**
 * Moves the foreground by `field` (backward) over `plate`, the background without it. A soft pixel is
 * I = a F + (1 - a) B; its moved version I(w) + (1 - a(w)) (B(p) - B(w)) swaps the old background for the new one
 * without ever having to know F. Where nothing moves this is the picture itself, byte for byte.
 */
export function moveLayer(layer: Layer, plate: Picture): Picture {
  const { picture, matte, field, pin } = layer
  const { width, height } = picture
  const opaque = isOpaque(picture)
  const source = opaque ? picture : premultiply(picture)
  const behind = opaque ? plate : premultiply(plate)
  const result = new Uint8ClampedArray(picture.data)
  const front = new Float64Array(4)
  const under = new Float64Array(4)
  eachMoved(field, width, height, (x, y, dx, dy) => {
    if (dx * dx + dy * dy < STILL * STILL) return
    const at = y * width + x
    const held = pin ? pin.data[at]! / 255 : 0
    if (held === 1) return
    const alpha = sampleMask(matte, x + dx, y + dy)
    if (alpha === 0 && matte.data[at] === 0) return
    const bare = 1 - alpha / 255
    if (bare < 1) sampleBicubic(source.data, width, height, x + dx, y + dy, front)
    if (bare > 0 && bare < 1) sampleBicubic(behind.data, width, height, x + dx, y + dy, under)
    for (let c = 0; c < 4; c++) {
      const back = behind.data[at * 4 + c]!
      const moved =
        bare === 1 ? back : bare === 0 ? front[c]! : front[c]! + bare * (back - under[c]!)
      result[at * 4 + c] = held ? moved + held * (source.data[at * 4 + c]! - moved) : moved
    }
    if (!opaque) unpremultiplyPixel(result, at * 4)
  })
  return { width, height, data: result }
}
