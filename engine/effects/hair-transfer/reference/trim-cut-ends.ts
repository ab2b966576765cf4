import { smoothstep } from '../../../geometry/smoothstep.ts'
import type { Head } from '../head/head.ts'
import { pixelToHead } from '../head/head.ts'
import { CUT_BELOW, CUT_ENDS, CUT_LOCKS } from '../tuning.ts'

/**
 * Ends hair that the reference's picture cuts below the chin as a hairdresser would, in place: in locks of unequal
 * length a little before the frame, whose straight line would else lie across the wearer's chest.
 */
export function trimCutEnds({ hair, frame, regions }: Head): void {
  const { width, alpha } = hair
  const { left, top, width: wide, height: tall } = regions.grid.area
  const { from, locks, strands, soft } = CUT_ENDS
  const reach = Math.ceil((from + locks + strands + soft) * frame.faceWidth)
  for (let y = top; y < top + tall; y++) {
    for (let x = left; x < left + wide; x++) {
      const at = y * width + x
      const [below, aside] = [top + tall - 1 - y, Math.min(x - left, left + wide - 1 - x)]
      if (alpha[at] === 0 || Math.min(below, aside) > reach) continue
      const { u, v } = pixelToHead(frame, x, y)
      const isLow = smoothstep(frame.chin + CUT_BELOW, frame.chin + CUT_BELOW + soft, -v)
      if (isLow === 0) continue
      const far = Math.min(below, aside) / frame.faceWidth
      const along = below < aside ? u : v
      const end = from + locks * lockAt(along) + strands * strandAt(below < aside ? x : y)
      alpha[at] = alpha[at]! * (1 - isLow * (1 - smoothstep(end, end + soft, far)))
    }
  }
}

/** How much shorter the lock at a place along the frame is, 0–1: waves that do not repeat nearby. */
function lockAt(along: number): number {
  const { coarse, fine } = CUT_LOCKS
  return 0.5 + coarse * Math.sin(13 * along) + fine * Math.sin(37 * along + 2 * Math.sin(5 * along))
}

/** How much shorter the strand in a row or column of pixels is, 0–1, by a multiplicative hash (Knuth). */
function strandAt(nth: number): number {
  return (Math.imul(nth + 1, 0x9e3779b1) >>> 8) / 0x1000000
}
