import { formula } from '../../raster/formula.ts'
import { takePlane, zeroPlane } from '../../raster/plane-room.ts'
import { blur, blurAllWithin, blurWithin, type Size } from '../skin/blur.ts'
import type { Canvas } from '../skin/canvas.ts'
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
  const even = blur(filled, canvas, 0.012 * unit)
  const step = Math.max(1, Math.round(unit / 100))
  const small = shrink(even, canvas, step)
  const open = opening(small.data, small, Math.round((WIDEST * unit) / 2 / step))
  const level = grow(blur(open, small, 3), small, canvas, step)
  lower({ level, around })
  return level
}

const fill = formula('filled = around + plain * (l - around)')

const lower = formula('level = min(level, around + 4)')

type Small = Size & { data: Float32Array }

function shrink(data: Float32Array, { width, height }: Size, step: number): Small {
  const small = { width: Math.ceil(width / step), height: Math.ceil(height / step) }
  const out = new Float32Array(small.width * small.height)
  for (let y = 0; y < small.height; y++) {
    for (let x = 0; x < small.width; x++) {
      const from = Math.min(height - 1, Math.floor((y + 0.5) * step)) * width
      out[y * small.width + x] = data[from + Math.min(width - 1, Math.floor((x + 0.5) * step))]!
    }
  }
  return { ...small, data: out }
}

function grow(
  data: Float32Array,
  small: Size,
  { width, height }: Size,
  step: number,
): Float32Array {
  const out = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    const row = Math.min(small.height - 1, Math.max(0, (y + 0.5) / step - 0.5))
    const y0 = Math.floor(row)
    const y1 = Math.min(small.height - 1, y0 + 1)
    for (let x = 0; x < width; x++) {
      const column = Math.min(small.width - 1, Math.max(0, (x + 0.5) / step - 0.5))
      const x0 = Math.floor(column)
      const x1 = Math.min(small.width - 1, x0 + 1)
      const [u, v] = [column - x0, row - y0]
      const top = data[y0 * small.width + x0]! * (1 - u) + data[y0 * small.width + x1]! * u
      const bottom = data[y1 * small.width + x0]! * (1 - u) + data[y1 * small.width + x1]! * u
      out[y * width + x] = top * (1 - v) + bottom * v
    }
  }
  return out
}
