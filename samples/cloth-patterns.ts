import { mixColours } from './colour.ts'
import { ellipse, stroke } from './svg.ts'

/** What is printed on or woven into a drawn garment. */
export type ClothPattern = 'plain' | 'stripes' | 'checks' | 'emblem' | 'dots' | 'ribs'

/** The distance of stripes, checks and dots, units of the drawing. */
export const PATTERN_STEP = 26

/** Draws a pattern over a field of a size, to be clipped by the garment. */
export function clothPattern(
  pattern: ClothPattern,
  { width, height }: { width: number; height: number },
  [colour, accent]: readonly [string, string],
): string {
  const steps = (length: number): number[] =>
    Array.from({ length: Math.ceil(length / PATTERN_STEP) }, (_, n) => (n + 0.5) * PATTERN_STEP)
  const across = (tint: string, opacity: number) =>
    steps(height)
      .map((y) => stroke(`M0 ${y}L${width} ${y}`, tint, PATTERN_STEP / 2, opacity))
      .join('')
  const down = (tint: string, opacity: number) =>
    steps(width)
      .map((x) => stroke(`M${x} 0L${x} ${height}`, tint, PATTERN_STEP / 2, opacity))
      .join('')
  if (pattern === 'stripes') return across(accent, 1)
  if (pattern === 'checks') return across(accent, 0.5) + down(accent, 0.5)
  if (pattern === 'ribs') {
    const dark = mixColours(colour, '#000000', 0.3)
    return Array.from({ length: Math.ceil(width / 7) }, (_, n) =>
      stroke(`M${n * 7} 0L${n * 7} ${height}`, dark, 1.6, 0.3),
    ).join('')
  }
  if (pattern === 'dots') {
    return steps(height)
      .flatMap((y) => steps(width).map((x) => ellipse([x, y], 6, 6, accent, 1)))
      .join('')
  }
  if (pattern === 'emblem') {
    const [x, y] = [width / 2, 0.42 * height]
    return (
      ellipse([x, y], 66, 66, accent, 1) +
      ellipse([x, y], 54, 54, colour, 1) +
      ellipse([x, y], 40, 40, accent, 1) +
      `<path d="M${x - 26} ${y - 5}h20v-21h12v21h20v12h-20v21h-12v-21h-20z" fill="${colour}"/>`
    )
  }
  return ''
}
