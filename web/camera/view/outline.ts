import type { Size } from '../../../engine/geometry/size.ts'
import type { Outline } from '../modes/mode.ts'

/**
 * The line that the person fills, as the data of an SVG path in the module's pixels.
 * @param taken the size of the part that is taken, which lies in the middle
 */
export function outlinePath(outline: Outline, shown: Size, taken: Size): string {
  const y = (value: number) => round((shown.height - taken.height) / 2 + value * taken.height)
  if (outline === 'hand') {
    // In wide pictures the fingers keep their shape.
    const across = Math.min(taken.width, 0.75 * taken.height)
    return HAND.map(([letter, ...points]) => {
      const placed = points.map(([px, py]) => `${round(shown.width / 2 + px * across)} ${y(py)}`)
      return `${letter}${placed.join(' ')}`
    }).join('')
  }
  // Faces are about 1.3 times as tall as wide; the oval stays within the picture at any shape.
  const share = outline === 'face' ? 0.34 : 0.19
  const across = Math.min(share * taken.width, (0.42 * taken.height) / 1.3)
  const down = across * 1.3
  const middle = y(outline === 'face' ? 0.47 : 0.42)
  const centre = shown.width / 2
  if (outline === 'face') {
    return (
      `M${round(centre - across)} ${middle}` +
      `a${round(across)} ${round(down)} 0 1 1 ${round(2 * across)} 0` +
      `a${round(across)} ${round(down)} 0 1 1 ${round(-2 * across)} 0Z`
    )
  }
  // Head, neck and shoulders are one line: the neck leaves the oval where it is half as wide.
  const neck = round(middle + Math.sqrt(0.75) * down)
  const shoulder = round(Math.min(middle + 1.7 * down, y(0.9)))
  const edge = Math.min(2.2 * across, 0.47 * taken.width)
  const at = (share: number) => round(centre + share)
  return (
    `M${at(-edge)} ${y(1)}C${at(-edge)} ${shoulder} ${at(-0.6 * across)} ${shoulder} ${at(-0.5 * across)} ${neck}` +
    `A${round(across)} ${round(down)} 0 1 1 ${at(0.5 * across)} ${neck}` +
    `C${at(0.6 * across)} ${shoulder} ${at(edge)} ${shoulder} ${at(edge)} ${y(1)}Z`
  )
}

type Segment = readonly [letter: string, ...points: (readonly [number, number])[]]

/** A hand with its fingers spread, as shares of the picture from its middle and its top. */
const HAND: readonly Segment[] = [
  ['M', [-0.11, 0.97]],
  ['C', [-0.11, 0.85], [-0.16, 0.8], [-0.17, 0.7]],
  ['C', [-0.22, 0.64], [-0.29, 0.55], [-0.33, 0.49]],
  ['C', [-0.36, 0.45], [-0.31, 0.42], [-0.27, 0.45]],
  ['L', [-0.17, 0.53]],
  ['L', [-0.22, 0.27]],
  ['C', [-0.23, 0.22], [-0.16, 0.21], [-0.15, 0.26]],
  ['L', [-0.09, 0.46]],
  ['L', [-0.08, 0.19]],
  ['C', [-0.08, 0.14], [0, 0.14], [0, 0.19]],
  ['L', [0.01, 0.46]],
  ['L', [0.07, 0.22]],
  ['C', [0.08, 0.17], [0.15, 0.18], [0.14, 0.24]],
  ['L', [0.1, 0.49]],
  ['L', [0.2, 0.33]],
  ['C', [0.23, 0.29], [0.28, 0.32], [0.26, 0.37]],
  ['C', [0.2, 0.5], [0.18, 0.62], [0.16, 0.7]],
  ['C', [0.14, 0.8], [0.12, 0.85], [0.12, 0.97]],
  ['Z'],
]

function round(value: number): number {
  return Math.round(value * 10) / 10
}
