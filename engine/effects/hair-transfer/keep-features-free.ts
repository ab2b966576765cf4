import { featureRings } from '../../face/feature-rings.ts'
import { boundingBox } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import { aboveLevel } from '../../raster/mask/above-level.ts'
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
  const { grown, soft } = FREE_AROUND
  const rings = featureRings(face)
  const bounds = boundingBox(rings.flat())
  const box = clampBox(growBox(bounds, (grown + 4 * soft) * frame.faceWidth + 2), layer)
  if (box.width === 0 || box.height === 0) return
  withArena(() => {
    const features = new Float32Array(box.width * box.height)
    for (const ring of rings) {
      const moved = ring.map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
      paintPolygon(features, box, moved)
    }
    const by = Math.max(1, Math.round(grown * frame.faceWidth))
    const around = new Float32Array(growMask(aboveLevel(features, 0), box, by))
    const free = blur(around, box, soft * frame.faceWidth)
    // Beside the far side of a turned face lies what is behind it.
    const oval = frame.oval.map(({ x, y }) => ({ x: x - box.left, y: y - box.top }))
    const within = new Float32Array(free.length)
    paintPolygon(within, box, oval)
    const inFace = blur(within, box, soft * frame.faceWidth)
    for (let y = 0; y < box.height; y++) {
      for (let x = 0; x < box.width; x++) {
        const at = (box.top + y) * layer.width + box.left + x
        layer.alpha[at] =
          layer.alpha[at]! *
          (1 -
            Math.min(1, FREE_AROUND.gain * free[y * box.width + x]!) * inFace[y * box.width + x]!)
      }
    }
  })
}
