import { restoreFeatures } from '../../face/face-guard.ts'
import { withArena } from '../../raster/arena.ts'
import { linearToSrgb, srgbToLinear } from '../../raster/colour/lab.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import { type Head, pixelToHead } from './head/head.ts'
import type { HairLayer } from './reference/place-hair.ts'
import { HAIR_SHADOW, LEAST_SHARE } from './tuning.ts'

/**
 * Lays hair over a head whose own hair is off: a soft shadow on the skin that the old hair did not already shade, then
 * the hair itself. It is mixed with what is behind it as its shares were told: on the ground that it was seen before,
 * hair of a reference looks as it did there.
 */
export function compositeHair(head: Head, bare: Picture, layer: HairLayer): Picture {
  const { width, height } = bare
  const { frame, regions, hair } = head
  const sigma = HAIR_SHADOW.sigma * frame.faceWidth
  const [cast, own] = withArena(() => [
    blur(layer.alpha, bare, sigma).slice(),
    blur(hair.alpha, bare, sigma).slice(),
  ])
  const shift = {
    x: Math.round(-frame.up.x * HAIR_SHADOW.down * frame.faceWidth),
    y: Math.round(-frame.up.y * HAIR_SHADOW.down * frame.faceWidth),
  }
  const data = new Uint8ClampedArray(bare.data)
  const planes = [layer.red, layer.green, layer.blue]
  const isOfLevels = layer.mixed === 'levels'
  const layRow = (y: number): void => {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const share = layer.alpha[at]!
      const [fx, fy] = [x - shift.x, y - shift.y]
      let light = 1
      if (fx >= 0 && fy >= 0 && fx < width && fy < height) {
        const from = fy * width + fx
        const more = Math.max(0, cast![from]! - own![from]!)
        if (more > HAIR_SHADOW.least && share < 1 - LEAST_SHARE) {
          const { v } = pixelToHead(frame, x, y)
          const skin = v > HAIR_SHADOW.high ? 0 : sampleGrid(regions.skin, regions.grid, x, y)
          light = 1 - HAIR_SHADOW.depth * more * skin
        }
      }
      if (share < LEAST_SHARE && light > 1 - LEAST_SHARE) continue
      for (let c = 0; c < 3; c++) {
        const under = srgbToLinear(data[4 * at + c]!) * light
        const over = planes[c]![at]!
        data[4 * at + c] = isOfLevels
          ? mix(linearToSrgb(under), over, share)
          : linearToSrgb(mix(under, srgbToLinear(over), share))
      }
    }
  }
  for (let y = 0; y < height; y++) layRow(y)
  const result = { width, height, data }
  restoreFeatures(head.picture, result, head.face)
  return result
}

function mix(under: number, over: number, share: number): number {
  return under + share * (over - under)
}
