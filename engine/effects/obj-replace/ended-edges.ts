import { boxOfPlane } from '../../geometry/bounding-box.ts'
import { clampBox, growBox } from '../../geometry/box.ts'
import { allocPlane, withArena } from '../../raster/arena.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Mask, Picture } from '../../raster/picture.ts'
import { crop, cropMask } from '../../raster/pixels/crop.ts'
import { ENDED_EDGES } from './tuning.ts'

/**
 * How many edges of what is around a removal end at its outline: they lead up to it, and within what was filled there
 * is none like them, nor a little beside. So it is with the rest of a thing that a mask cuts through, with an arm or a
 * chain before which the thing lay, and with letters beside a letter.
 * @param made the picture after what the mask covers was filled
 * @returns pixels of the outline at which an edge ends, in widths of an edge
 */
export function endedEdges(made: Picture, mask: Mask): number {
  const box = boxOfPlane(mask.data, mask)
  if (!box) return 0
  const { across, out, along, strong, kept, outline } = ENDED_EDGES
  const part = clampBox(growBox(box, out + along + AROUND + 1), made)
  const picture = crop(made, part)
  const { data } = cropMask(mask, part)
  const { width, height } = part
  return withArena(() => {
    const covered = allocPlane(data.length)
    for (let i = 0; i < data.length; i++) covered[i] = data[i]! > 127 ? 1 : 0
    const soft = blur(covered, part, outline)
    let ended = 0
    /** @param at a pixel of the outline, with the way out of the mask as a unit vector */
    const look = (x: number, y: number, right: number, down: number): void => {
      const stepAt = (away: number, aside: number): Step | undefined => {
        const [cx, cy] = [x + away * right - aside * down, y + away * down + aside * right]
        return stepBetween(
          picture,
          [cx - across * down, cy + across * right],
          [cx + across * down, cy - across * right],
        )
      }
      const beyond = Math.round(y + out * down) * width + Math.round(x + out * right)
      const edge = stepAt(out, 0)
      if (!edge || covered[beyond] === 1 || Math.max(...edge.map(Math.abs)) <= strong) return
      const size = Math.hypot(...edge)
      let best: number | undefined
      for (let aside = -along; aside <= along; aside++) {
        const inner = stepAt(-out, aside)
        if (inner) best = Math.max(best ?? -Infinity, dot(inner, edge) / size)
      }
      if (best !== undefined && best < kept * size) ended++
    }
    for (let y = 1; y < height - 1; y++) {
      for (let x = 1, at = y * width + 1; x < width - 1; x++, at++) {
        if (covered[at] === 0) continue
        const isInside =
          covered[at - 1] && covered[at + 1] && covered[at - width] && covered[at + width]
        if (isInside) continue
        const right = soft[at - 1]! - soft[at + 1]!
        const down = soft[at - width]! - soft[at + width]!
        const length = Math.hypot(right, down)
        if (length > FLAT) look(x, y, right / length, down / length)
      }
    }
    return ended / (2 * across)
  })
}

/** Half the side of the squares whose means are compared, less a half, pixels: grain is no edge. */
const AROUND = 2

/** A mask that is as even as this around a pixel has no way out there: a line one pixel wide. */
const FLAT = 1e-4

/** By how many levels of each channel a picture changes. */
type Step = [number, number, number]

/** How the means around two points differ; undefined where one lies at the picture's end. */
function stepBetween(
  { data, width, height }: Picture,
  from: readonly [number, number],
  to: readonly [number, number],
): Step | undefined {
  const [ax, ay, bx, by] = [...from, ...to].map(Math.round) as [number, number, number, number]
  const isIn = (x: number, y: number): boolean =>
    x >= AROUND && y >= AROUND && x < width - AROUND && y < height - AROUND
  if (!isIn(ax, ay) || !isIn(bx, by)) return undefined
  const step: Step = [0, 0, 0]
  for (let y = -AROUND; y <= AROUND; y++) {
    for (let x = -AROUND; x <= AROUND; x++) {
      const [p, q] = [4 * ((ay + y) * width + ax + x), 4 * ((by + y) * width + bx + x)]
      for (let c = 0; c < 3; c++) step[c] = step[c]! + data[q + c]! - data[p + c]!
    }
  }
  const count = (2 * AROUND + 1) ** 2
  return [step[0] / count, step[1] / count, step[2] / count]
}

function dot(a: Step, b: Step): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
