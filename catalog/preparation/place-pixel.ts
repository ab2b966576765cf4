import type { Preparation } from './preparation.ts'

/** How a source was cropped and scaled to what was sent. */
export type Placement = { crop: Preparation['crop']; sent: { width: number; height: number } }

/** The pixel of what was sent that shows the middle of a source's pixel; undefined outside the crop. */
export function placePixel(
  { crop, sent }: Placement,
  [x, y]: readonly [number, number],
): [number, number] | undefined {
  const across = Math.round(((x + 0.5 - crop.left) * sent.width) / crop.width - 0.5)
  const down = Math.round(((y + 0.5 - crop.top) * sent.height) / crop.height - 0.5)
  const isInside =
    x >= crop.left && y >= crop.top && x < crop.left + crop.width && y < crop.top + crop.height
  return isInside ? [Math.max(0, across), Math.max(0, down)] : undefined
}
