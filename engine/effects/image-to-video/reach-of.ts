import type { Size } from '../../geometry/size.ts'
import { cameraAt, type View, viewAt } from './camera-at.ts'
import type { Motion } from './motion.ts'
import { REACH_OF_LOOKS } from './tuning.ts'

/** The most pixels by which what is nearest and what is farthest move against each other. */
export function reachOf(motion: Motion, seconds: number, { width, height }: Size): number {
  const { dolly = 0 } = motion
  let most = 0
  for (let nth = 0; nth <= REACH_OF_LOOKS; nth++) {
    const camera = cameraAt(motion, nth / REACH_OF_LOOKS, seconds)
    const [far, near] = [viewAt(camera, dolly, 0), viewAt(camera, dolly, 1)]
    for (const end of [-1 / 2, 1 / 2]) {
      most = Math.max(
        most,
        width * Math.abs(placeAt(near, 'x', end) - placeAt(far, 'x', end)),
        height * Math.abs(placeAt(near, 'y', end) - placeAt(far, 'y', end)),
      )
    }
  }
  return most
}

function placeAt(view: View, axis: 'x' | 'y', end: number): number {
  return view[axis] + end / view.zoom
}
