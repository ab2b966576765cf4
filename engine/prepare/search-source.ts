import type { Framing } from '../../catalog/files/file-rule.ts'
import type { Box } from '../geometry/box.ts'
import { decodePart } from './decode-part.ts'
import { findTargets, type TargetNets } from './find-targets.ts'
import type { Source } from './source/source.ts'

/** The longer side of the copy that targets are searched in, in pixels. */
const SEARCHED_SIDE = 2048

/** The boxes of all targets in pixels of the upright source, searched in a smaller copy. */
export async function searchSource(
  source: Source,
  finds: Framing['finds'],
  vision: TargetNets,
): Promise<Box[]> {
  const { width, height } = source
  const factor = Math.min(1, SEARCHED_SIDE / Math.max(width, height))
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
  const copy = await decodePart(source, { left: 0, top: 0, width, height }, size)
  const [across, down] = [width / size.width, height / size.height]
  return (await findTargets(copy, finds, vision)).map((box) => ({
    left: box.left * across,
    top: box.top * down,
    width: box.width * across,
    height: box.height * down,
  }))
}
