import { intersectionOverSmaller } from '../../geometry/box.ts'
import type { Body } from './body.ts'

/**
 * A body of a lower score, 0–1, that lies on another one by more than this share of the smaller box: of 91 photographs
 * the one without a face was a skier's arm with its pole (0.60, 0.37); people behind others all showed theirs.
 */
const PHANTOM = { score: 0.7, overlap: 0.3 } as const

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
