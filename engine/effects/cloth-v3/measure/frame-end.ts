import { FRAME_ACROSS } from '../tuning.ts'
import type { Wearer } from './wearer.ts'

/** How far down the torso's axis a person shows whole across: farther down the picture ends. */
export function frameEnd({ picture, torso }: Pick<Wearer, 'picture' | 'torso'>): number {
  const lean = Math.abs(torso.right.y) * FRAME_ACROSS * torso.shoulders
  return (picture.height - 1 - lean - torso.origin.y) / torso.down.y
}
