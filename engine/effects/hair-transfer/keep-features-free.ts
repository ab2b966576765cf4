import { featureRings } from '../../face/feature-rings.ts'
import { withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'
import { paintPolygon } from '../../raster/mask/paint-polygon.ts'
import type { Head } from './head/head.ts'
import type { HairLayer } from './reference/place-hair.ts'
import { FREE_AROUND } from './tuning.ts'

/**
 * Ends new hair softly before brows, eyes, nose and mouth, in place: their pixels are never painted, and hair up to
 * their outline would make them look cut out.
 */
export function keepFeaturesFree({ face, frame }: Pick<Head, 'face' | 'frame'>, layer: HairLayer) {
  withArena(() => {
    const features = new Float32Array(layer.alpha.length)
    for (const ring of featureRings(face)) paintPolygon(features, layer, ring)
    const by = Math.max(1, Math.round(FREE_AROUND.grown * frame.faceWidth))
    const around = growMask(
      Uint8Array.from(features, (share) => (share > 0 ? 1 : 0)),
      layer,
      by,
    )
    const soft = blur(Float32Array.from(around), layer, FREE_AROUND.soft * frame.faceWidth)
    for (let at = 0; at < soft.length; at++) {
      if (soft[at]! === 0) continue
      layer.alpha[at] = layer.alpha[at]! * (1 - Math.min(1, 1.3 * soft[at]!))
    }
  })
}
