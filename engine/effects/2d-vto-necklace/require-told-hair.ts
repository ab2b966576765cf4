import { Fault } from '../../../catalog/failures/fault.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import type { HeadRegions } from '../../regions/head/head-regions.ts'
import { FACE } from '../../vision/faces/face.ts'
import { TOLD_HAIR_BESIDE, TOLD_HAIR_DOWN, TOLD_HAIR_STEP, TOLD_HAIR_UNTOLD } from './tuning.ts'

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
    for (let down: number = TOLD_HAIR_DOWN.from; down < TOLD_HAIR_DOWN.to; down += TOLD_HAIR_STEP) {
      for (
        let beside: number = TOLD_HAIR_BESIDE.from;
        beside < TOLD_HAIR_BESIDE.to;
        beside += TOLD_HAIR_STEP
      ) {
        const [x, y] = [chin.x + side * beside * faceWidth, chin.y + down * faceWidth]
        if (x < 0 || x >= width || y >= height) continue
        const at = (plane: Float32Array): number => sampleGrid(plane, onGrid, x - 0.5, y - 0.5)
        all++
        if (at(person) > 0.5 && at(hair) < 0.3 && at(cloth) < 0.3) untold++
      }
    }
    if (untold <= TOLD_HAIR_UNTOLD * all) continue
    throw new Fault(
      'pose',
      'What is beside the neck is neither told as hair nor as cloth, and may be in front of a necklace.',
    )
  }
}
