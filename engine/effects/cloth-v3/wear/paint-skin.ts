import { boxOfPlane } from '../../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../../geometry/box.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { withArena } from '../../../raster/arena.ts'
import { blur, blurAllWithin } from '../../../raster/filter/blur.ts'
import type { Picture } from '../../../raster/picture.ts'
import { seededRandom } from '../../../raster/seeded-random.ts'
import type { Wearer } from '../measure/wearer.ts'
import { UNCOVERED_SEEN, UNCOVERED_SKIN } from '../tuning.ts'

/**
 * Continues the skin of neck, chest and arms in place, with the grain of the photo.
 * @param bare the share of each pixel that is to be skin, 0–1
 */
export function paintSkin(out: Picture, { regions, torso }: Wearer, bare: Float32Array): void {
  const tight = boxOfPlane(bare, out)
  if (!tight) return
  const reach = Math.round(0.25 * torso.shoulders)
  const box = clampBox(growBox(tight, reach), out)
  const size = { width: box.width, height: box.height }
  const planes = [0, 1, 2].map(() => new Float32Array(box.width * box.height))
  const known = new Float32Array(box.width * box.height)
  const picture = (i: number): number =>
    (box.top + Math.floor(i / box.width)) * out.width + box.left + (i % box.width)
  for (let i = 0; i < known.length; i++) {
    const at = picture(i)
    for (let c = 0; c < 3; c++) planes[c]![i] = out.data[at * 4 + c]!
    known[i] = regions['body-skin'].data[at]! > 225 && bare[at] === 0 ? 1 : 0
  }
  const random = seededRandom()
  withArena(() => {
    const near = blurAllWithin(planes, known, size, UNCOVERED_SKIN.near * torso.shoulders)
    const far = blurAllWithin(planes, known, size, UNCOVERED_SKIN.far * torso.shoulders)
    const isNearLimb = blur(known, size, UNCOVERED_SKIN.near * torso.shoulders)
    for (let i = 0; i < known.length; i++) {
      const at = picture(i)
      if (bare[at]! < UNCOVERED_SEEN) continue
      const grain = 3 * (random() + random() - 1)
      const nearby = smoothstep(0.02, 0.15, isNearLimb[i]!)
      for (let c = 0; c < 3; c++) {
        const k = at * 4 + c
        const share = Math.min(1, 1.4 * bare[at]!)
        const skin = nearby * near[c]![i]! + (1 - nearby) * far[c]![i]!
        out.data[k] = (skin + grain) * share + out.data[k]! * (1 - share)
      }
    }
  })
}
