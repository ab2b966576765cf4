import { smoothstep } from '../../geometry/smoothstep.ts'
import { blurWithin } from '../../raster/filter/blur.ts'
import type { Mask } from '../../raster/picture.ts'
import { highlightOf, type ObjectSurface } from './object-surface.ts'
import { HIGHLIGHT_WHOLE } from './tuning.ts'

/**
 * By what share each pixel that a mask covers is a highlight, over the surface's area. Highlights and white prints are
 * whole patches; single light threads of worn cloth are none.
 */
export function findHighlights(surface: ObjectSurface, mask: Mask): Float32Array {
  const { area } = surface
  const found = new Float32Array(area.width * area.height)
  const covered = new Float32Array(found.length)
  let any = false
  for (let y = 0, at = 0; y < area.height; y++) {
    const row = (area.top + y) * mask.width + area.left
    for (let i = row; i < row + area.width; i++, at++) {
      if (mask.data[i] === 0) continue
      covered[at] = mask.data[i]! / 255
      found[at] = highlightOf(surface, at)
      if (found[at]! > 0) any = true
    }
  }
  if (!any) return found
  const { sigma, from, full } = HIGHLIGHT_WHOLE
  const wide = Math.max(sigma.least, sigma.share * Math.max(mask.width, mask.height))
  const around = blurWithin(found, covered, area, wide)
  for (let at = 0; at < found.length; at++) {
    if (found[at] !== 0) found[at] = found[at]! * smoothstep(from, full, around[at]!)
  }
  return found
}
