import type { FaceRegion } from '../../face/face-region.ts'
import type { RetouchFilter } from '../../face/retouch/retouch-state.ts'
import { RETOUCH_LEAST } from '../../face/tuning.ts'
import type { Size } from '../../geometry/size.ts'
import { allocPlane, allocZeroPlane } from '../../raster/arena.ts'
import { blur, blurAllWithin, blurWithin } from '../../raster/filter/blur.ts'
import { doubleSize, halveSize } from '../../raster/filter/half-size.ts'
import { formula } from '../../raster/formula.ts'
import { openLevels } from '../../raster/mask/open-levels.ts'
import {
  MATTE_TONE,
  MAX_SHARE,
  MAX_SHINE_WIDTH,
  MIN_FACE_TO_HALVE,
  SHINE_COLOURED,
  SHINE_DEEPEST,
  SHINE_HUE,
  SHINE_LEAST,
  SHINE_MODELLING,
  SHINE_SIGMA,
  SHINE_WHITE,
} from './tuning.ts'

/**
 * Removes shine. A specular reflection adds the white of the lamp to the colour of the skin (the dichromatic model of
 * Shafer, "Using color to separate reflection components", 1985): it is lighter than the skin on all sides and less
 * colourful. Where both hold, lightness and colour move to those of the skin around.
 */
export const removeShine: RetouchFilter = ({ region, masks, lab }, intensity) => {
  const { faceWidth } = region
  const { clear } = masks
  const near = Math.max(SHINE_SIGMA.least, SHINE_SIGMA.near * faceWidth)
  const own = blurAllWithin([lab.l, lab.a, lab.b], clear, region, near)
  const [ownL, ownA, ownB] = own as [Float32Array, Float32Array, Float32Array]
  const dull = matteLightness(lab.l, ownL, clear, region)
  const weight = allocPlane(clear.length)
  weigh({ weight, clear, ownL, dull })
  const glow = blurAllWithin([lab.l, lab.a, lab.b], clear, region, SHINE_SIGMA.glow * faceWidth)
  const around = blurAllWithin([lab.a, lab.b], weight, region, SHINE_SIGMA.colour * faceWidth)
  const [a, b] = around as [Float32Array, Float32Array]
  const deepest = SHINE_DEEPEST.least + SHINE_DEEPEST.room * (100 - masks.typical.l)
  const shine = allocZeroPlane(clear.length)
  const [glowL, glowA, glowB] = glow as [Float32Array, Float32Array, Float32Array]
  findShine({ shine, clear, ownL, dull, glowL, glowA, glowB, a, b }, { deepest })
  const amount = blur(shine, region, SHINE_SIGMA.amount * faceWidth)
  takeAway({ ...lab, clear, amount, dullA: a, dullB: b, ownA, ownB }, { intensity })
}

const weigh = formula(
  { planes: ['weight', 'clear', 'ownL', 'dull'] },
  'weight = clear * exp(-max(0, ownL - dull) / 4)',
)

// Skin in more light has more colour in proportion; a reflection adds light without the skin's colour.
const findShine = formula(
  {
    planes: ['clear', 'ownL', 'dull', 'glowA', 'glowB', 'glowL', 'a', 'b', 'shine'],
    scalars: ['deepest'],
  },
  `
  where clear >= ${RETOUCH_LEAST}
  over = ownL - dull - ${SHINE_MODELLING}
  where over > 0
  colour = hypot(glowA, glowB) / max(8, glowL)
  own = hypot(a, b) / max(8, dull)
  white = max(smoothstep(${SHINE_WHITE.from}, ${SHINE_WHITE.to}, 1 - colour / own), smoothstep(88, 97, ownL))
  shine = clear * (${SHINE_COLOURED} + ${1 - SHINE_COLOURED} * white) * deepest * tanh(over / deepest)
`,
)

const takeAway = formula(
  {
    planes: ['clear', 'amount', 'l', 'a', 'dullA', 'ownA', 'b', 'dullB', 'ownB'],
    scalars: ['intensity'],
  },
  `
  away = intensity * ${MAX_SHARE} * clear * amount
  where away >= ${SHINE_LEAST}
  hue = intensity * clear * smoothstep(0, 9, amount) * ${SHINE_HUE}
  l = l - away
  a = a + hue * (dullA - ownA)
  b = b + hue * (dullB - ownB)
`,
)

/**
 * The lightness of the skin without shine: that of most of the skin nearby which does not shine, and never less. The
 * lit and the shaded side of a face each have their own, so that its shape stays.
 */
function matteLightness(
  l: Float32Array,
  own: Float32Array,
  clear: Float32Array,
  region: FaceRegion,
): Float32Array {
  const level = levelBrightIslands(l, clear, region)
  const sigma = MATTE_TONE.around * region.faceWidth
  let typical = blurWithin(l, clear, region, sigma)
  const calm = allocPlane(clear.length)
  for (let round = 0; round < 3; round++) {
    findCalm({ calm, clear, own, typical })
    typical = blurWithin(l, calm, region, sigma)
  }
  raise({ level, typical })
  return level
}

const findCalm = formula(
  { planes: ['own', 'typical', 'calm', 'clear'] },
  `
  off = own - typical
  calm = clear * (${MATTE_TONE.least} + exp(-square(off / (off > 0 ? ${MATTE_TONE.lighter} : ${MATTE_TONE.darker}))))
`,
)

const raise = formula({ planes: ['level', 'typical'] }, 'level = max(level, typical)')

/** The skin's lightness with every bright island levelled to its surroundings. */
function levelBrightIslands(
  l: Float32Array,
  clear: Float32Array,
  region: FaceRegion,
): Float32Array {
  const { faceWidth } = region
  // Brows and nostrils must not count as surroundings: they are filled with the lightness of the skin.
  const around = blurWithin(l, clear, region, SHINE_SIGMA.around * faceWidth)
  const filled = allocPlane(l.length)
  fill({ filled, around, clear, l })
  const level = openAtHalfSize(
    blur(filled, region, SHINE_SIGMA.level * faceWidth),
    region,
    faceWidth,
  )
  lower({ level, around })
  return level
}

/** The opening of a plane by the widest shine, halved as often as {@link MIN_FACE_TO_HALVE} allows. */
function openAtHalfSize(even: Float32Array, size: Size, faceWidth: number): Float32Array {
  if (faceWidth < MIN_FACE_TO_HALVE) {
    const radius = Math.round((MAX_SHINE_WIDTH * faceWidth) / 2)
    return blur(openLevels(even, size, radius), size, SHINE_SIGMA.opened * faceWidth)
  }
  const half = { width: (size.width + 1) >> 1, height: (size.height + 1) >> 1 }
  return doubleSize(openAtHalfSize(halveSize(even, size, half), half, faceWidth / 2), half, size)
}

const fill = formula(
  { planes: ['filled', 'around', 'clear', 'l'] },
  'filled = around + clear * (l - around)',
)

const lower = formula({ planes: ['level', 'around'] }, 'level = min(level, around + 4)')
