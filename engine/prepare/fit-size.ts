import { Fault } from '../../catalog/failures/fault.ts'
import type { PictureRule } from '../../catalog/features/feature.ts'
import type { Box } from '../geometry/box.ts'
import type { Point } from '../geometry/point.ts'
import type { Size } from '../geometry/size.ts'
import { MAX_PIXELS } from '../media/decoder.ts'

/** The most that a side is enlarged. Beyond it a result shows more of the enlarging than of the picture. */
export const MAX_ENLARGEMENT = 2

/**
 * The largest size, in whole pixels, at which a picture meets a rule. It is enlarged only where its shorter side is too
 * short, and then as little as possible.
 * @throws Fault `small` beyond {@link MAX_ENLARGEMENT}, `ratio` where no size meets the rule
 */
export function fitSize({ width, height }: Size, rule: PictureRule): Size {
  const [long, short] = [Math.max(width, height), Math.min(width, height)]
  const least = (rule.minShortSide ?? 1) / short
  const most = Math.min(rule.maxLongSide / long, Math.sqrt(MAX_PIXELS / (width * height)))
  const size = `The picture is ${width} × ${height} pixels`
  if (least > MAX_ENLARGEMENT) {
    throw new Fault(
      'small',
      `${size}; its shorter side needs ${rule.minShortSide} and is enlarged ${MAX_ENLARGEMENT} times at most.`,
    )
  }
  if (least > most || long > short * mostRatio(rule)) {
    throw new Fault('ratio', `${size}; its sides are too unequal for this feature.`)
  }
  const factor = Math.max(least, Math.min(1, most))
  // Rounded towards the limit that set the factor, which must hold in whole pixels too.
  const whole = (pixels: number) =>
    factor === least ? Math.ceil(pixels * factor - 1e-9) : Math.floor(pixels * factor + 1e-9)
  const side = (pixels: number) =>
    Math.min(rule.maxLongSide, Math.max(rule.minShortSide ?? 1, whole(pixels)))
  return { width: side(width), height: side(height) }
}

/** The most that one side of a picture may be of the other, for some size of it to meet the rule. */
export function mostRatio({ maxRatio, maxLongSide, minShortSide }: PictureRule): number {
  return Math.min(maxRatio ?? Number.POSITIVE_INFINITY, maxLongSide / (minShortSide ?? 1))
}

/** The largest part of a picture whose sides a rule allows, as near to `centre` as the picture has it. */
export function fitRatio(
  { width, height }: Size,
  rule: PictureRule,
  centre: Point = { x: width / 2, y: height / 2 },
): Box {
  const ratio = mostRatio(rule)
  const across = Math.min(width, Math.floor(height * ratio))
  const down = Math.min(height, Math.floor(width * ratio))
  return {
    left: placed(centre.x, across, width),
    top: placed(centre.y, down, height),
    width: across,
    height: down,
  }
}

/** Where a span of `length` starts whose middle is as near to `middle` as it can be within `most`. */
function placed(middle: number, length: number, most: number): number {
  return Math.max(0, Math.min(most - length, Math.round(middle - length / 2)))
}
