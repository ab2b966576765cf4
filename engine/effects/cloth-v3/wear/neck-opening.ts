import type { Point } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import { smoothstep } from '../../../geometry/smoothstep.ts'
import { growMask } from '../../../raster/mask/grow-mask.ts'
import type { Mask } from '../../../raster/picture.ts'
import { clothColourDistance } from '../measure/cloth-colour-distance.ts'
import { labColourOf, meanLabColour } from '../measure/mean-lab-colour.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, UNCOVERED_NECK } from '../tuning.ts'

/** Whether a point lies in the neck's opening: above its edge and below its ends. */
export function isInOpening({ x, y }: Point, neckline: readonly Point[]): boolean {
  const edge = heightAt(neckline, x)
  return edge !== undefined && y < edge + 2 && y > Math.min(neckline[0]!.y, neckline.at(-1)!.y)
}

/** The rows between which a neck's opening lies; none without a neckline. */
export function rowsOfOpening(neckline: readonly Point[]): { top: number; bottom: number } {
  const [first, last] = [neckline[0]?.y ?? Infinity, neckline.at(-1)?.y ?? Infinity]
  return { top: Math.min(first, last), bottom: Math.max(...neckline.map(({ y }) => y)) + 2 }
}

/** Whether a pixel lies farther than a reach from all that is surely worn. */
export function farFromWorn(instead: Mask, reach: number): (at: number) => boolean {
  const worn = Uint8Array.from(instead.data, (share) => (share >= IN_MASK ? 1 : 0))
  const near = growMask(worn, instead, Math.max(1, Math.round(reach)))
  return (at) => near[at] === 0
}

/** How surely what is around a pixel has the colour of skin rather than that of what is worn, in any light, 0–1. */
export function likeSkin({ picture, regions }: Wearer, instead: Mask): (at: number) => number {
  const [cloth, skin] = [instead, regions['body-skin']].map((mask) => meanLabColour(picture, mask))
  if (!cloth || !skin) return () => 0
  const steps = [-2, 0, 2]
  const around = steps.flatMap((dy) => steps.map((dx) => dy * picture.width + dx))
  return (at) => {
    const near = around
      .map((by) => at + by)
      .filter((place) => place >= 0 && place < instead.data.length)
    const colour = labColourOf(picture, near)
    const off = clothColourDistance(colour, skin) / (clothColourDistance(colour, cloth) + 1e-6)
    return 1 - smoothstep(UNCOVERED_NECK.own.from, UNCOVERED_NECK.own.to, off)
  }
}
