import type { Size } from '../../geometry/size.ts'
import { growMask } from '../../raster/mask/grow-mask.ts'

/**
 * Of what may be a thing's own, 1 for each such pixel, what touches the thing and ends within a ring around it. What
 * goes on beyond the ring is another thing, or the rest of one that a mask cuts through.
 * @param ring the thing grown by `reach`
 */
export function stripsBeside(
  own: Uint8Array,
  { thing, ring }: { thing: Uint8Array; ring: Uint8Array },
  size: Size,
  reach: number,
): Uint8Array {
  return besideThing(withoutCrossing(own, ring, size, reach), thing, size)
}

/** Without what reaches the ring's outer edge, and what lies so near that it belongs to that. */
function withoutCrossing(own: Uint8Array, ring: Uint8Array, size: Size, reach: number): Uint8Array {
  const beyond = growMask(
    ring.map((is) => 1 - is),
    size,
    1,
  )
  const kept = own.slice()
  let crossing: number[] = []
  for (let i = 0; i < own.length; i++) if (own[i] === 1 && beyond[i] === 1) crossing.push(i)
  for (const i of crossing) kept[i] = 0
  const { width, height } = size
  for (let step = 0; step < reach && crossing.length > 0; step++) {
    const next: number[] = []
    for (const i of crossing) {
      const [x, y] = [i % width, Math.floor(i / width)]
      for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
        for (let xx = Math.max(0, x - 1); xx <= Math.min(width - 1, x + 1); xx++) {
          const k = yy * width + xx
          if (kept[k] === 0) continue
          kept[k] = 0
          next.push(k)
        }
      }
    }
    crossing = next
  }
  return kept
}

/** Those pixels that are connected with the thing. */
function besideThing(strips: Uint8Array, thing: Uint8Array, { width, height }: Size): Uint8Array {
  const kept = new Uint8Array(strips.length)
  const open: number[] = []
  const visit = (i: number): void => {
    if (strips[i] !== 1 || kept[i] === 1) return
    kept[i] = 1
    open.push(i)
  }
  const visitAround = (i: number): void => {
    if (i % width > 0) visit(i - 1)
    if (i % width < width - 1) visit(i + 1)
    if (i >= width) visit(i - width)
    if (i < width * (height - 1)) visit(i + width)
  }
  for (let i = 0; i < thing.length; i++) if (thing[i] === 1) visitAround(i)
  while (open.length > 0) visitAround(open.pop()!)
  return kept
}
