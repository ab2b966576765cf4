import { Fault } from '../../../catalog/fault.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { sampleGrid } from '../../regions/head/region-grid.ts'
import { FACE } from '../../vision/faces/face.ts'

/** Where a person has nothing but hair: beside the chin and the neck, above the shoulders. Widths of the face. */
const BESIDE = { from: 0.5, to: 0.75 } as const
const DOWN = { from: -0.1, to: 0.2 } as const
const STEP = 0.02

/** The share of such a place that may be of the person and neither hair nor cloth. */
const UNTOLD = 0.6

/**
 * Hair of the skin's colours is not told from it; a necklace would lie over it.
 * @throws Fault `pose`
 */
export function requireToldHair({ person, hair, cloth, grid }: HeadRegions): void {
  const { points, faceWidth, width, height } = grid
  const chin = points[FACE.chin]!
  const onGrid = { ...grid, area: { left: 0, top: 0, width, height }, scale: 1 }
  for (const side of [-1, 1]) {
    let [all, untold] = [0, 0]
    for (let down: number = DOWN.from; down < DOWN.to; down += STEP) {
      for (let beside: number = BESIDE.from; beside < BESIDE.to; beside += STEP) {
        const [x, y] = [chin.x + side * beside * faceWidth, chin.y + down * faceWidth]
        if (x < 0 || x >= width || y >= height) continue
        const at = (plane: Float32Array): number => sampleGrid(plane, onGrid, x - 0.5, y - 0.5)
        all++
        if (at(person) > 0.5 && at(hair) < 0.3 && at(cloth) < 0.3) untold++
      }
    }
    if (untold <= UNTOLD * all) continue
    throw new Fault(
      'pose',
      'What is beside the neck is neither told as hair nor as cloth, and may be in front of a necklace.',
    )
  }
}
