import { formula } from '../../raster/formula.ts'
import { takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin, blurWithin, type Size } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
import { double, halve } from '../skin/half-size.ts'
import { opening } from './opening.ts'
import type { Treatment } from './treatment.ts'

/** The share of a shine that goes at full intensity. */
const MATTE = 0.8

/** L* above the skin around that is its modelling and no shine. */
const MODELLING = 1.5

/**
 * L* that goes at most, and how much more of it the more room there is above the skin: a lamp's core is dimmed and not
 * painted over, and on dark skin the same lamp stands out more.
 */
const DEEPEST = { least: 8, room: 0.35 } as const

/** The widest shine, in widths of the face: what is wider is the light falling on the face. */
const WIDEST = 0.2

/** From this width of face on, in pixels, what is as wide as a shine is as well seen at half the size. */
const SMALLEST = 150

/**
 * How far around, in widths of the face, a place's own dull tone is looked for, and by how many L* lighter and darker
 * skin may be to have a say in it.
 */
const TONE = { around: 0.055, lighter: 4, darker: 9 } as const

/**
 * Takes shine off. A reflection of the lamp lies over the skin's colour as white: it is lighter than the skin on all its
 * sides and has less colour. Both are led back to the skin around, by as much as a place shows of both.
 */
export const oiliness: Treatment = ({ canvas, masks, tone }, intensity) => {
  const { unit } = canvas
  const { plain } = masks
  const near = Math.max(0.4, 0.002 * unit)
  const own = blurAllWithin([tone.l, tone.a, tone.b], plain, canvas, near)
  const [ownL, ownA, ownB] = own as [Float32Array, Float32Array, Float32Array]
  const dull = dullTone(tone.l, ownL, plain, canvas)
  const weight = takePlane(plain.length)
  weigh({ weight, plain, ownL, dull })
  const glow = blurAllWithin([tone.l, tone.a, tone.b], plain, canvas, 0.01 * unit)
  const around = blurAllWithin([tone.a, tone.b], weight, canvas, 0.06 * unit)
  const [a, b] = around as [Float32Array, Float32Array]
  const deepest = DEEPEST.least + DEEPEST.room * (100 - masks.typical.l)
  const shine = zeroPlane(plain.length)
  const [glowL, glowA, glowB] = glow as [Float32Array, Float32Array, Float32Array]
  findShine({ shine, plain, ownL, dull, glowL, glowA, glowB, a, b }, { deepest })
  const amount = blur(shine, canvas, 0.003 * unit)
  takeAway({ ...tone, plain, amount, dullA: a, dullB: b, ownA, ownB }, { intensity })
}

const weigh = formula('weight = plain * exp(-max(0, ownL - dull) / 4)')

// Skin in more light has more colour in proportion; a reflection adds light without colour.
const findShine = formula(`
  where plain >= 0.004
  over = ownL - dull - ${MODELLING}
  where over > 0
  colour = hypot(glowA, glowB) / max(8, glowL)
  own = hypot(a, b) / max(8, dull)
  white = max(smoothstep(0.04, 0.3, 1 - colour / own), smoothstep(88, 97, ownL))
  shine = plain * (0.05 + 0.95 * white) * deepest * tanh(over / deepest)
`)

const takeAway = formula(`
  away = intensity * ${MATTE} * plain * amount
  where away >= 0.01
  hue = intensity * plain * smoothstep(0, 9, amount) * 0.7
  l = l - away
  a = a + hue * (dullA - ownA)
  b = b + hue * (dullB - ownB)
`)

/**
 * The lightness shine is led back to: that of most of the skin near it which does not shine itself, and never less.
 * Lit and shaded sides of a face each have their own, so that its modelling stays.
 */
function dullTone(
  l: Float32Array,
  own: Float32Array,
  plain: Float32Array,
  canvas: Canvas,
): Float32Array {
  const level = withoutShine(l, plain, canvas)
  const sigma = TONE.around * canvas.unit
  let typical = blurWithin(l, plain, canvas, sigma)
  const calm = takePlane(plain.length)
  for (let round = 0; round < 3; round++) {
    findCalm({ calm, plain, own, typical })
    typical = blurWithin(l, calm, canvas, sigma)
  }
  raise({ level, typical })
  return level
}

const findCalm = formula(`
  off = own - typical
  calm = plain * (0.002 + exp(-square(off / (off > 0 ? ${TONE.lighter} : ${TONE.darker}))))
`)

const raise = formula('level = max(level, typical)')

/** The skin's lightness with every bright island levelled to what surrounds it. */
function withoutShine(l: Float32Array, plain: Float32Array, canvas: Canvas): Float32Array {
  const { unit } = canvas
  // Brows and nostrils must not count as the dark around an island: they are filled from the skin.
  const around = blurWithin(l, plain, canvas, 0.05 * unit)
  const filled = takePlane(l.length)
  fill({ filled, around, plain, l })
  const level = opened(blur(filled, canvas, 0.012 * unit), canvas, unit)
  lower({ level, around })
  return level
}

/** The opening of a plane by the widest shine, at a size on which a shine is still as wide as its edges are soft. */
function opened(even: Float32Array, size: Size, unit: number): Float32Array {
  if (unit < SMALLEST)
    return blur(opening(even, size, Math.round((WIDEST * unit) / 2)), size, 0.03 * unit)
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  return double(opened(halve(even, size, half), half, unit / 2), half, size)
}

const fill = formula('filled = around + plain * (l - around)')

const lower = formula('level = min(level, around + 4)')
