import { BODY, type Body } from './body.ts'

/**
 * Whether at least a knee is in the picture: such a body is read better by the pose network than by one for
 * portraits.
 */
export function isFullLength({ landmarks, mask }: Body): boolean {
  return ([BODY.leftKnee, BODY.rightKnee] as const).some((knee) => {
    const { x, y, presence } = landmarks[knee]!
    return presence > 0.5 && x >= 0 && y >= 0 && x < mask.width && y < mask.height
  })
}
