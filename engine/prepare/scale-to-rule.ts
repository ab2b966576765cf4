import type { PictureRule } from '../../catalog/features/feature.ts'
import type { Preparation } from '../../catalog/preparation/preparation.ts'
import type { Box } from '../geometry/box.ts'
import type { Size } from '../geometry/size.ts'
import { decodePart } from './decode-part.ts'
import { encodeSent, type SentFile } from './encode-sent.ts'
import { fitSize } from './fit-size.ts'
import { describeSource } from './source/describe-source.ts'
import type { Source } from './source/source.ts'
import { SMALLER_PICTURE } from './tuning.ts'

/** A part of a source as it is sent; `target` in its pixels where the source was cropped to one. */
export type SentPart = { crop: Box; file: SentFile; size: Size; target?: Box }

/**
 * Scales a part of a source to the largest size that meets a rule.
 * @throws Fault like {@link fitSize}
 */
export async function scaleToRule(source: Source, crop: Box, rule: PictureRule): Promise<SentPart> {
  for (
    let maxLongSide = rule.maxLongSide;
    ;
    maxLongSide = Math.floor(maxLongSide * SMALLER_PICTURE)
  ) {
    const size = fitSize(crop, { ...rule, maxLongSide })
    const file = await encodeSent(await decodePart(source, crop, size), rule)
    if (file) return { crop, file, size }
  }
}

/** What is kept of how a source was made to meet a rule. */
export function preparationOf(
  source: Source,
  { crop, file: { format, bytes }, size, target }: SentPart,
): Preparation {
  const factor = Math.sqrt((size.width * size.height) / (crop.width * crop.height))
  return {
    source: describeSource(source),
    crop,
    sent: { format, ...size, bytes: bytes.length, factor },
    ...(target && { target: roundedBox(target) }),
  }
}

/** To a tenth of a pixel: a preparation is part of what a workflow's states carry, whose size is limited. */
function roundedBox({ left, top, width, height }: Box): Box {
  const [x = 0, y = 0, across = 0, down = 0] = [left, top, width, height].map(
    (pixels) => Math.round(10 * pixels) / 10,
  )
  return { left: x, top: y, width: across, height: down }
}
