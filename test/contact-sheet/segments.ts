import type { Canvas } from './canvas.ts'

/** The seven strokes of a digit, in a box of 1 × 2: left, top, width, height, in stroke widths of a fifth. */
const STROKES = {
  a: [0, 0, 5, 1],
  b: [4, 0, 1, 5],
  c: [4, 4, 1, 5],
  d: [0, 8, 5, 1],
  e: [0, 4, 1, 5],
  f: [0, 0, 1, 5],
  g: [0, 4, 5, 1],
} as const

const DIGITS: Readonly<Record<string, string>> = {
  '0': 'abcdef',
  '1': 'bc',
  '2': 'abged',
  '3': 'abgcd',
  '4': 'fgbc',
  '5': 'afgcd',
  '6': 'afgedc',
  '7': 'abc',
  '8': 'abcdefg',
  '9': 'abcdfg',
  '-': 'g',
}

/** Digits and a space between them, in strokes. */
const ADVANCE = 7

/**
 * Draws a whole number in seven-segment digits, which need no font and look the same everywhere.
 * @param stroke width of a stroke in pixels; a digit is 5 × 9 of them
 */
export function drawNumber(
  canvas: Canvas,
  value: number,
  left: number,
  top: number,
  stroke: number,
  ink: readonly [number, number, number],
): void {
  for (const [position, sign] of [...String(value)].entries()) {
    for (const name of DIGITS[sign] ?? '') {
      const [x, y, width, height] = STROKES[name as keyof typeof STROKES]
      canvas.fill(
        {
          left: left + (position * ADVANCE + x) * stroke,
          top: top + y * stroke,
          width: width * stroke,
          height: height * stroke,
        },
        ink,
      )
    }
  }
}
