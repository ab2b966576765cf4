import type { Target } from './targets.ts'

/** Strokes of the digits in a box of 2 × 4, as on a seven-segment display. */
const SEGMENTS = ['M0 0H2', 'M2 0V2', 'M2 2V4', 'M0 4H2', 'M0 2V4', 'M0 0V2', 'M0 2H2']
const DIGITS = [
  '012345',
  '12',
  '01643',
  '01623',
  '5612',
  '05623',
  '054326',
  '012',
  '0123456',
  '012356',
]

const COLOURS = ['#ffd400', '#00e5ff', '#ff5ecb', '#8dff4d', '#ff8a3d']

/** An SVG of the picture's size: each target's box, its landmarks as dots, and its index beside the box, as paths. */
export const targetDrawing = (
  { width, height }: { width: number; height: number },
  targets: readonly Target[],
): string => {
  const unit = Math.max(1, Math.max(width, height) / 700)
  const art = targets.map((target) => drawTarget(target, unit)).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${art}</svg>`
}

const drawTarget = ({ index, box, landmarks }: Target, unit: number): string => {
  const colour = COLOURS[index % COLOURS.length]
  const size = Math.max(0.6, Math.min(2 * unit, Math.max(box.width, box.height) / 150))
  const dots = landmarks
    .map(([x, y]) => `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(2)}"/>`)
    .join('')
  const top = box.top > 16 * unit ? box.top - 14 * unit : box.top + 4 * unit
  const digits = [...String(index)]
    .map((digit, n) => {
      const strokes = [...DIGITS[Number(digit)]!].map((segment) => SEGMENTS[Number(segment)])
      return `<path transform="translate(${n * 4} 0)" d="${strokes.join('')}"/>`
    })
    .join('')
  const place = `translate(${box.left + 4 * unit} ${top}) scale(${2.5 * unit})`
  return (
    `<rect x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}" fill="none" ` +
    `stroke="${colour}" stroke-width="${1.5 * unit}"/><g fill="${colour}">${dots}</g>` +
    `<g transform="${place}" fill="none" stroke-linecap="round"><g stroke="#000" stroke-width="1.6">` +
    `${digits}</g><g stroke="${colour}" stroke-width=".8">${digits}</g></g>`
  )
}
