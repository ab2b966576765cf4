import { FACE } from '../../vision/faces/face.ts'
import type { HeadGrid } from './region-grid.ts'

/** How far across the middle of the neck is from the chin: below the middle between the ears, also of a turned head. */
export function middleOfNeck({ points, up }: Pick<HeadGrid, 'points' | 'up'>): number {
  const chin = points[FACE.chin]!
  const [ear, other] = [points[FACE.rightTemple]!, points[FACE.leftTemple]!]
  return ((ear.x + other.x) / 2 - chin.x) * up.y - ((ear.y + other.y) / 2 - chin.y) * up.x
}
