import { LOBE_EDGE } from './tuning.ts'

/**
 * Where along a line lightness changes most between two samples that lie a few steps apart. What lies farther off, as a
 * line of the wall below a lobe, counts less.
 */
export function strongestEdge(
  { from, to, step }: { from: number; to: number; step: number },
  lightAt: (by: number) => number,
): { at: number; change: number } {
  let [best, most] = [0, 0]
  for (let by = from; by <= to; by += step) {
    const own = Math.abs(
      lightAt(by + LOBE_EDGE.apart * step) - lightAt(by - LOBE_EDGE.apart * step),
    )
    const change = own / (1 + (by / to) ** 2)
    if (change > most) [best, most] = [by, change]
  }
  return { at: best, change: most }
}
