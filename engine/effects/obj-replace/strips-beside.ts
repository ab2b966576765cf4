import type { Size } from '../../geometry/size.ts'

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
  const strips = withoutCrossing(own, ring, size, reach)
  const { width, height } = size
  const kept = new Uint8Array(strips.length)
  const open: number[] = []
  const visit = (i: number): void => {
    if (strips[i] !== 1 || kept[i] === 1) return
    kept[i] = 1
    open.push(i)
  }
  // What touches by a corner alone is not connected.
  const sidesOf = (i: number): number[] => {
    const x = i % width
    return [x > 0 ? i - 1 : i, x < width - 1 ? i + 1 : i, i - width, i + width].filter(
      (k) => k >= 0 && k < width * height,
    )
  }
  for (let i = 0; i < strips.length; i++) {
    if (strips[i] === 1 && sidesOf(i).some((k) => thing[k] === 1)) visit(i)
  }
  while (open.length > 0) for (const k of sidesOf(open.pop()!)) visit(k)
  return kept
}

/** Without what reaches the ring's outer edge, and what lies so near that it belongs to that. */
export function withoutCrossing(
  own: Uint8Array,
  ring: Uint8Array,
  size: Size,
  reach: number,
): Uint8Array {
  const kept = own.slice()
  spread(
    own,
    size,
    touching(own, size, (k) => ring[k] === 0),
    reach,
    (i) => {
      kept[i] = 0
    },
  )
  return kept
}

/** The pixels that are set beside one for which `is` holds. */
function touching(own: Uint8Array, size: Size, is: (k: number) => boolean): number[] {
  const found: number[] = []
  for (let i = 0; i < own.length; i++) {
    if (own[i] !== 1) continue
    let touches = false
    visitAround(i, size, (k) => {
      if (is(k)) touches = true
    })
    if (touches) found.push(i)
  }
  return found
}

/** Visits pixels that are set, and those connected with them within so many steps, each once. */
function spread(
  own: Uint8Array,
  size: Size,
  from: readonly number[],
  steps: number,
  visit: (i: number) => void,
): void {
  const seen = new Uint8Array(own.length)
  let front: readonly number[] = from
  for (const i of from) seen[i] = 1
  for (let step = 0; front.length > 0; step++) {
    const next: number[] = []
    for (const i of front) {
      visit(i)
      if (step === steps) continue
      visitAround(i, size, (k) => {
        if (own[k] !== 1 || seen[k] === 1) return
        seen[k] = 1
        next.push(k)
      })
    }
    front = next
  }
}

/** Visits the pixels in the 3 x 3 around one. */
function visitAround(i: number, { width, height }: Size, visit: (k: number) => void): void {
  const x = i % width
  const y = (i - x) / width
  const [left, right] = [Math.max(0, x - 1), Math.min(width - 1, x + 1)]
  for (let yy = Math.max(0, y - 1); yy <= Math.min(height - 1, y + 1); yy++) {
    for (let k = yy * width + left; k <= yy * width + right; k++) visit(k)
  }
}
