import { intersectionOverSmaller } from '../../geometry/box.ts'
import { PHANTOM } from '../tuning.ts'
import type { Body } from './body.ts'

/** Whether a body may be a part of a surer one, or of what that one holds: it is nobody unless it has a face. */
export function couldBePhantom(
  body: Pick<Body, 'score' | 'box'>,
  bodies: readonly Pick<Body, 'score' | 'box'>[],
): boolean {
  return (
    body.score < PHANTOM.score &&
    bodies.some(
      ({ score, box }) =>
        score >= PHANTOM.score && intersectionOverSmaller(box, body.box) > PHANTOM.overlap,
    )
  )
}
