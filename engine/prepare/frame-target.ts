import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureRule } from '../../catalog/features/feature.ts'
import type { Framing } from '../../catalog/files/file-rule.ts'
import type { Box } from '../geometry/box.ts'
import { decodePicture } from '../media/decode-picture.ts'
import { cropToTarget, isFramed, requireLargeEnough } from './crop-to-target.ts'
import { findTargets, isLargest, type TargetNets } from './find-targets.ts'
import { fitRatio, fitSize, MAX_ENLARGEMENT } from './fit-size.ts'
import { type SentPart, scaleToRule } from './scale-to-rule.ts'
import type { Source } from './source/source.ts'
import { FRAME_SAFETY, FRAME_TIGHTER, MAX_CROPS } from './tuning.ts'

/** A picture rule that says how much of the picture a target fills. */
export type FramedRule = PictureRule & { framing: Framing }

export type FramedTarget = {
  /** The target, in pixels of the source. */
  target: Box
  /** Everybody who was found, the target among them. */
  found: readonly Box[]
  /** Whether the service is told no index and works on the largest. */
  alone: boolean
}

/** Whether the whole picture, scaled to a rule, shows a target as the rule asks. */
export function isFramedWhole(
  source: Source,
  { target, found, alone }: FramedTarget,
  rule: FramedRule,
): boolean {
  const { framing } = rule
  const minPixels = (framing.minPixels ?? 0) / fitFactor(fitRatio(source, rule), rule)
  const shown = isFramed(source, target, { ...framing, minPixels }, FRAME_SAFETY)
  return shown && (!alone || isLargest(target, found))
}

/**
 * Crops a source around a target and scales the crop to a rule. What is sent is measured again as the service does it,
 * because a face found in another crop is not found to the same pixel.
 * @throws Fault `small-face` or `small` where no crop shows the target as the rule asks
 */
export async function frameTarget(
  source: Source,
  { target, alone }: FramedTarget,
  rule: FramedRule,
  vision: TargetNets,
): Promise<SentPart> {
  const { framing } = rule
  requireLargeEnough(target, framing, (framing.minPixels ?? 0) / MAX_ENLARGEMENT)
  for (let crops = 1, tighter = 1, larger = FRAME_SAFETY; ; crops++) {
    const crop = cropToTarget(source, target, framing, tighter)
    const sized = sizedFor(crop, target, rule, larger)
    requireLargeEnough(target, framing, leastTarget(crop, target, sized))
    const sent = await scaleToRule(source, crop, sized)
    // A body's share is no condition of the service, and finding bodies again takes seconds.
    if (framing.finds === 'body') return { ...sent, target: expectedIn(sent, target) }
    const all = await findTargets(await decodePicture(sent.file.bytes), framing.finds, vision)
    const found = nearest(all, expectedIn(sent, target))
    const isShown = found && isFramed(sent.size, found, framing)
    const isTaken = found && (!alone || isLargest(found, all))
    if (isShown && isTaken) return { ...sent, target: found }
    if (crops === MAX_CROPS) {
      throw new Fault(
        framing.finds === 'face' ? 'small-face' : 'small',
        isShown
          ? `Another ${framing.finds} is larger wherever the picture is cropped to this one.`
          : `The ${framing.finds} cannot be shown at ${Math.round(framing.minWidth * 100)} % of the picture's width.`,
      )
    }
    const short = found
      ? (framing.minWidth * sent.size.width * FRAME_TIGHTER.missed) / found.width
      : 0
    tighter *= found
      ? Math.max(isTaken ? FRAME_TIGHTER.small : FRAME_TIGHTER.another, short)
      : FRAME_TIGHTER.lost
    if (found)
      larger *= Math.max(1, ((framing.minPixels ?? 0) / found.width) * FRAME_TIGHTER.missed)
  }
}

/**
 * A rule by which a crop is enlarged, as far as any picture is, until its target has the pixels that are asked for.
 * @param larger how many times as many
 */
function sizedFor(crop: Box, target: Box, rule: FramedRule, larger: number): FramedRule {
  const wanted = Math.min(MAX_ENLARGEMENT, (larger * (rule.framing.minPixels ?? 0)) / target.width)
  if (wanted <= 1) return rule
  const shortSide = Math.min(crop.width, crop.height)
  const longest = (rule.maxLongSide * shortSide) / Math.max(crop.width, crop.height)
  const minShortSide = Math.floor(Math.min(wanted * shortSide, longest))
  return { ...rule, minShortSide: Math.max(rule.minShortSide ?? 1, minShortSide) }
}

/** Where a target of the source is expected in what is sent. */
function expectedIn({ crop, size }: SentPart, target: Box): Box {
  const [x, y] = [size.width / crop.width, size.height / crop.height]
  return {
    left: (target.left - crop.left) * x,
    top: (target.top - crop.top) * y,
    width: target.width * x,
    height: target.height * y,
  }
}

/** The box whose middle lies in the expected one, nearest to its middle. */
function nearest(boxes: readonly Box[], expected: Box): Box | undefined {
  const apart = (box: Box): number =>
    Math.max(
      Math.abs(box.left + box.width / 2 - expected.left - expected.width / 2) / expected.width,
      Math.abs(box.top + box.height / 2 - expected.top - expected.height / 2) / expected.height,
    )
  const [best] = boxes.toSorted((a, b) => apart(a) - apart(b))
  return best && apart(best) < 0.5 ? best : undefined
}

/** The least width of a target whose crop need not be enlarged more than is allowed. */
function leastTarget(crop: Box, target: Box, { minShortSide = 1 }: PictureRule): number {
  return (target.width * minShortSide) / MAX_ENLARGEMENT / Math.min(crop.width, crop.height)
}

/** Sent pixels per source pixel of a whole picture; 1 where it cannot be sent whole. */
function fitFactor(whole: Box, rule: PictureRule): number {
  try {
    return Math.min(1, fitSize(whole, rule).width / whole.width)
  } catch {
    return 1
  }
}
