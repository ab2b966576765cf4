import { Fault } from '../../../../catalog/failures/fault.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { aboveLevel } from '../../../raster/mask/above-level.ts'
import { closeMask } from '../../../raster/mask/close-mask.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import type { HairLayer } from '../reference/place-hair.ts'
import {
  AT_EAR,
  GOES_ON,
  HAD_HAIR,
  HAIR_AT_EARS_BARE,
  HAIR_AT_EARS_GAP,
  MOST_SHOWN,
} from '../tuning.ts'

/**
 * Whether no ground shows around the wearer's ears where hair is on every head: behind an ear that hair goes on outside
 * of, and between an ear and the hair above it. A reference's ears that are larger or lie higher leave such holes.
 * @throws Fault `pose`
 */
export function requireHairAtEars(wearer: Head, layer: HairLayer): void {
  const { frame } = wearer
  const { faceWidth } = frame
  const { width, height, alpha } = layer
  const worn = aboveLevel(alpha, 0.5)
  const solid = solidOf(wearer, worn)
  const by = Math.max(1, Math.round(HAIR_AT_EARS_GAP * faceWidth))
  const closed = closeMask(solid, layer, by)
  const besideHair = growMask(worn, layer, by)
  const holes = new Float32Array(worn.length)
  let shown = 0
  for (let y = 0; y < height; y++) {
    for (const step of [-1, 1]) {
      // From the outside inwards: where hair was last met, and how much of it.
      let [last, thick] = [Number.NEGATIVE_INFINITY, 0]
      for (let n = 0; n < width; n++) {
        const x = step > 0 ? n : width - 1 - n
        const at = y * width + x
        const { u, v } = pixelToHead(frame, x, y)
        if (u * step > 0) break
        if (worn[at]) {
          thick = n - last > 1 ? 1 : thick + 1
          last = n
          continue
        }
        const aside = Math.abs(u)
        if (solid[at] || aside < AT_EAR.inner || aside > AT_EAR.outer) continue
        if (v < AT_EAR.low || v > AT_EAR.high) continue
        const goesOn = n - last < GOES_ON.far * faceWidth && thick >= GOES_ON.thick * faceWidth
        // Ground that showed above a protruding ear before may show again.
        const isBetween = closed[at] && besideHair[at] && wearer.hair.alpha[at]! > HAD_HAIR
        const isAbove = isBetween && v > AT_EAR.above && aside < AT_EAR.root
        if (!goesOn && !isAbove) continue
        holes[at] = 1
        shown++
      }
    }
  }
  debugPlane('ground at the ears', holes, layer)
  if (shown <= MOST_SHOWN * faceWidth ** 2) return
  throw new Fault(
    'pose',
    'The reference’s hair would leave gaps around the person’s ears; a reference whose ears are as large, or whose ' +
      'hair covers them, works.',
    { role: 'ref' },
  )
}

/** 1 where new hair or bare skin is. */
function solidOf({ picture, regions, hair }: Head, worn: Uint8Array): Uint8Array {
  const solid = worn.slice()
  const { area } = regions.grid
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) {
      const at = y * picture.width + x
      const person = sampleGrid(regions.person, regions.grid, x, y)
      if (person * (1 - hair.alpha[at]!) > HAIR_AT_EARS_BARE) solid[at] = 1
    }
  }
  return solid
}
