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

/** What is drawn of a target; landmarks as [x, y, z] in pixels of the picture. */
export type DrawnTarget = {
  index: number
  box: { left: number; top: number; width: number; height: number }
  landmarks: readonly (readonly number[])[]
}

/** Lines between landmarks, by how many landmarks a kind has: they are what shows a few dots as somebody. */
export type Bones = Readonly<Record<number, readonly (readonly number[])[]>>

/**
 * An SVG of the picture's size: each target's box, its landmarks as dots, joined for bodies and hands, and its index
 * beside the box, as paths.
 */
export function targetDrawing(
  size: Size,
  targets: readonly DrawnTarget[],
  bones: Bones = {},
): string {
  const unit = Math.max(1, Math.max(size.width, size.height) / 700)
  const art = targets.map((target) => drawTarget(target, { size, unit, bones })).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${art}</svg>`
}

type Size = { width: number; height: number }

function drawTarget(
  { index, box, landmarks }: DrawnTarget,
  { size, unit, bones }: { size: Size; unit: number; bones: Bones },
): string {
  const colour = COLOURS[index % COLOURS.length]!
  const stroke = `fill="none" stroke-linecap="round" stroke-linejoin="round"`
  const joined = drawBones(landmarks, bones)
  const lines = twice(
    (ink, width) => `<path d="${joined}" stroke="${ink}" stroke-width="${width}"/>`,
  )
  const frame = `x="${box.left}" y="${box.top}" width="${box.width}" height="${box.height}"`
  return (
    `<g ${stroke}><rect ${frame} stroke="${colour}" stroke-width="${1.5 * unit}"/>` +
    `${joined && lines(colour, unit)}</g>` +
    `<g fill="${colour}">${drawDots(landmarks, box, { unit, few: landmarks.length in bones })}</g>` +
    `<g ${stroke} ${placeIndex(box, size, unit)}>${drawIndex(index, colour)}</g>`
  )
}

/** Dark beneath and coloured above, to stand out from any picture. */
function twice(draw: (ink: string, width: number) => string) {
  return (colour: string, width: number): string => draw('#000', 2 * width) + draw(colour, width)
}

function drawBones(landmarks: DrawnTarget['landmarks'], bones: Bones): string {
  return (bones[landmarks.length] ?? [])
    .map((bone) => `M${bone.map((at) => landmarks[at]!.slice(0, 2).join(' ')).join('L')}`)
    .join('')
}

/** The many dots of a face are fine, the few of a body or a hand have a dark edge. */
function drawDots(
  landmarks: DrawnTarget['landmarks'],
  box: DrawnTarget['box'],
  { unit, few }: { unit: number; few: boolean },
): string {
  const room = Math.max(box.width, box.height) / (few ? 60 : 150)
  const radius = Math.max(0.6, Math.min(2 * unit, room))
  const edge = few ? ` stroke="#000" stroke-width="${(radius / 2).toFixed(2)}"` : ''
  const dot = ([x, y]: readonly number[]): string =>
    `<circle cx="${x!.toFixed(1)}" cy="${y!.toFixed(1)}" r="${radius.toFixed(2)}"${edge}/>`
  return landmarks.map(dot).join('')
}

/** Above the box's left corner, inside the picture; smaller at small boxes, which may stand close together. */
function placeIndex({ left, top, width }: DrawnTarget['box'], size: Size, unit: number): string {
  const scale = Math.min(2.5 * unit, Math.max(1.5, width / 12))
  const x = Math.min(size.width - 8 * scale, Math.max(2 * scale, left + 1.5 * scale))
  const above = top - 5.5 * scale
  return `transform="translate(${x} ${Math.max(above, 1.5 * scale)}) scale(${scale})"`
}

function drawIndex(index: number, colour: string): string {
  const digits = [...String(index)]
    .map((digit, n) => {
      const strokes = [...DIGITS[Number(digit)]!].map((segment) => SEGMENTS[Number(segment)])
      return `<path transform="translate(${n * 4} 0)" d="${strokes.join('')}"/>`
    })
    .join('')
  const inked = (ink: string, width: number): string =>
    `<g stroke="${ink}" stroke-width="${width}">${digits}</g>`
  return twice(inked)(colour, 0.8)
}
