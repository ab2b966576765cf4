import type { FaceRegion } from '../../face/face-region.ts'
import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin, blurWithin, type Size } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { doubleSize, halveSize } from '../../raster/half-size.ts'
import { opening } from '../../raster/opening.ts'

/** The share of a shine that goes at full intensity. */
const MAX_SHARE = 0.8

/** L* above the skin around that is its modelling and no shine. */
const MODELLING = 1.5

/**
 * L* that goes at most, and how much more of it the more room there is above the skin: a lamp's core is dimmed and not
 * painted over, and on dark skin the same lamp stands out more.
 */
const DEEPEST = { least: 8, room: 0.35 } as const

/** The widest shine, in widths of the face: what is wider is the light falling on the face. */
const MAX_SHINE_WIDTH = 0.2

/** From this width of face on, in pixels, what is as wide as a shine is as well seen at half the size. */
const MIN_FACE_TO_HALVE = 150

/**
 * How far around, in widths of the face, a place's own dull tone is looked for, and by how many L* lighter and darker
 * skin may be to have a say in it.
 */
const MATTE_TONE = { around: 0.055, lighter: 4, darker: 9 } as const

/**
 * Takes shine off. A reflection of the lamp lies over the skin's colour as white: it is lighter than the skin on all its
 * sides and has less colour. Both are led back to the skin around, by as much as a place shows of both.
 */
export const removeShine: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const { clear } = masks
  const near = Math.max(0.4, 0.002 * faceWidth)
  const own = blurAllWithin([lab.l, lab.a, lab.b], clear, region, near)
  const [ownL, ownA, ownB] = own as [Float32Array, Float32Array, Float32Array]
  const dull = matteLightness(lab.l, ownL, clear, region)
  const weight = allocPlane(clear.length)
  weigh({ weight, plain: clear, ownL, dull })
  const glow = blurAllWithin([lab.l, lab.a, lab.b], clear, region, 0.01 * faceWidth)
  const around = blurAllWithin([lab.a, lab.b], weight, region, 0.06 * faceWidth)
  const [a, b] = around as [Float32Array, Float32Array]
  const deepest = DEEPEST.least + DEEPEST.room * (100 - masks.typical.l)
  const shine = allocZeroPlane(clear.length)
  const [glowL, glowA, glowB] = glow as [Float32Array, Float32Array, Float32Array]
  findShine({ shine, plain: clear, ownL, dull, glowL, glowA, glowB, a, b }, { deepest })
  const amount = blur(shine, region, 0.003 * faceWidth)
  takeAway({ ...lab, plain: clear, amount, dullA: a, dullB: b, ownA, ownB }, { intensity })
}

const weigh = formula(
  { planes: ['weight', 'plain', 'ownL', 'dull'] },
  'weight = plain * exp(-max(0, ownL - dull) / 4)',
)

// Skin in more light has more colour in proportion; a reflection adds light without colour.
const findShine = formula(
  {
    planes: ['plain', 'ownL', 'dull', 'glowA', 'glowB', 'glowL', 'a', 'b', 'shine'],
    scalars: ['deepest'],
  },
  `
  where plain >= 0.004
  over = ownL - dull - ${MODELLING}
  where over > 0
  colour = hypot(glowA, glowB) / max(8, glowL)
  own = hypot(a, b) / max(8, dull)
  white = max(smoothstep(0.04, 0.3, 1 - colour / own), smoothstep(88, 97, ownL))
  shine = plain * (0.05 + 0.95 * white) * deepest * tanh(over / deepest)
`,
)

const takeAway = formula(
  {
    planes: ['plain', 'amount', 'l', 'a', 'dullA', 'ownA', 'b', 'dullB', 'ownB'],
    scalars: ['intensity'],
  },
  `
  away = intensity * ${MAX_SHARE} * plain * amount
  where away >= 0.01
  hue = intensity * plain * smoothstep(0, 9, amount) * 0.7
  l = l - away
  a = a + hue * (dullA - ownA)
  b = b + hue * (dullB - ownB)
`,
)

/**
 * The lightness shine is led back to: that of most of the skin near it which does not shine itself, and never less.
 * Lit and shaded sides of a face each have their own, so that its modelling stays.
 */
function matteLightness(
  l: Float32Array,
  own: Float32Array,
  plain: Float32Array,
  canvas: FaceRegion,
): Float32Array {
  const level = levelBrightIslands(l, plain, canvas)
  const sigma = MATTE_TONE.around * canvas.faceWidth
  let typical = blurWithin(l, plain, canvas, sigma)
  const calm = allocPlane(plain.length)
  for (let round = 0; round < 3; round++) {
    findCalm({ calm, plain, own, typical })
    typical = blurWithin(l, calm, canvas, sigma)
  }
  raise({ level, typical })
  return level
}

const findCalm = formula(
  { planes: ['own', 'typical', 'calm', 'plain'] },
  `
  off = own - typical
  calm = plain * (0.002 + exp(-square(off / (off > 0 ? ${MATTE_TONE.lighter} : ${MATTE_TONE.darker}))))
`,
)

const raise = formula({ planes: ['level', 'typical'] }, 'level = max(level, typical)')

/** The skin's lightness with every bright island levelled to what surrounds it. */
function levelBrightIslands(
  l: Float32Array,
  plain: Float32Array,
  canvas: FaceRegion,
): Float32Array {
  const { faceWidth } = canvas
  // Brows and nostrils must not count as the dark around an island: they are filled from the skin.
  const around = blurWithin(l, plain, canvas, 0.05 * faceWidth)
  const filled = allocPlane(l.length)
  fill({ filled, around, plain, l })
  const level = openAtHalfSize(blur(filled, canvas, 0.012 * faceWidth), canvas, faceWidth)
  lower({ level, around })
  return level
}

/** The opening of a plane by the widest shine, at a size on which a shine is still as wide as its edges are soft. */
function openAtHalfSize(even: Float32Array, size: Size, unit: number): Float32Array {
  if (unit < MIN_FACE_TO_HALVE)
    return blur(opening(even, size, Math.round((MAX_SHINE_WIDTH * unit) / 2)), size, 0.03 * unit)
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  return doubleSize(openAtHalfSize(halveSize(even, size, half), half, unit / 2), half, size)
}

const fill = formula(
  { planes: ['filled', 'around', 'plain', 'l'] },
  'filled = around + plain * (l - around)',
)

const lower = formula({ planes: ['level', 'around'] }, 'level = min(level, around + 4)')
