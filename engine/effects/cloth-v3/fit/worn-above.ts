import type { Point } from '../../../geometry/point.ts'
import { heightAt } from '../../../geometry/polyline.ts'
import { pixelToTorso } from '../measure/torso-axes.ts'
import type { Wearer } from '../measure/wearer.ts'
import { IN_MASK, UNCOVERED_BESIDE_NECK } from '../tuning.ts'

/** How many pixels of what is worn stand above a yoke: in the neck's opening, and beside the neck. */
export function wornAbove(
  { torso, regions }: Pick<Wearer, 'torso' | 'regions'>,
  { neckline, top }: { neckline: readonly Point[]; top: readonly Point[] },
): { opening: number; beside: number } {
  const { width, height, data } = regions['upper-garment']
  const { aside, above } = UNCOVERED_BESIDE_NECK
  const isBeside = (point: Point): boolean => {
    const { u, v } = pixelToTorso(torso, point)
    return Math.abs(u) > aside * torso.shoulders && v < -above * torso.shoulders
  }
  const count = (line: readonly Point[], is: (point: Point) => boolean): number => {
    let sum = 0
    const end = Math.min(width, line.at(-1)!.x)
    for (let x = Math.max(0, Math.ceil(line[0]!.x)); x < end; x++) {
      const edge = Math.min(height, heightAt(line, x) ?? 0)
      for (let y = Math.max(0, Math.ceil(edge - torso.shoulders / 2)); y < edge; y++)
        if (data[y * width + x]! >= IN_MASK && is({ x, y })) sum++
    }
    return sum
  }
  return { opening: count(neckline, () => true), beside: count(top, isBeside) }
}
