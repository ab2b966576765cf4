import type { SkinConcerns } from '../../../catalog/features/skin-simulation.ts'
import { strandsOverForehead } from '../../face/hair-strands.ts'
import { flattenEyeBags } from '../../face/retouch/flatten-eye-bags.ts'
import { lightenDarkCircles } from '../../face/retouch/lighten-dark-circles.ts'
import type { RetouchFilter, RetouchState } from '../../face/retouch/retouch-state.ts'
import { softenWrinkles } from '../../face/retouch/soften-wrinkles.ts'
import { cropRowsUnderEyes } from '../../face/retouch/under-eyes.ts'
import { copyPlane, withArena } from '../../raster/arena.ts'
import { debugPlane } from '../../raster/debug.ts'
import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'
import { addRadiance } from './add-radiance.ts'
import { healBlemishes } from './heal-blemishes.ts'
import { fillPores, smoothTexture } from './reduce-detail.ts'
import { reduceRedness } from './reduce-redness.ts'
import { removeShine } from './remove-shine.ts'
import { restoreTexture } from './restore-texture.ts'
import { applyRetouch, createRetouchState } from './retouch-picture.ts'

type Concern = keyof SkinConcerns

/** A filter for one concern, or for several at once. */
type RetouchStep = {
  concerns: readonly Concern[]
  apply(state: RetouchState, asked: SkinConcerns): void
}

function singleConcern(concern: Concern, filter: RetouchFilter): RetouchStep {
  return {
    concerns: [concern],
    apply: (state, asked) => filter(state, Math.min(1, asked[concern]!)),
  }
}

/** A filter of the skin under the eyes: it runs on the rows it reads, not on the whole face. */
function underEyesOnly(concern: Concern, filter: RetouchFilter): RetouchStep {
  return singleConcern(concern, (state, intensity) => {
    const rows = cropRowsUnderEyes(state)
    if (rows) filter(rows, intensity)
  })
}

/** In the order they run: single marks first, so that evening the skin does not smear them; light last. */
const STEPS: readonly RetouchStep[] = [
  { concerns: ['acne', 'spots'], apply: healBlemishes },
  singleConcern('wrinkle', softenWrinkles),
  underEyesOnly('eye_bags', flattenEyeBags),
  underEyesOnly('dark_circle', lightenDarkCircles),
  singleConcern('pores', fillPores),
  singleConcern('texture', smoothTexture),
  singleConcern('oiliness', removeShine),
  singleConcern('redness', reduceRedness),
  singleConcern('radiance', addRadiance),
]

/** Concerns as small as pores. For all others a smaller region is enough. */
const FINE_CONCERNS: readonly Concern[] = ['acne', 'spots', 'pores']

/** Concerns of which the pattern of hair is taken for an example. */
const PATTERNS: readonly Concern[] = ['pores', 'texture']

/** A state of the same colours whose skin leaves a fringe out: smoothed as if it were skin it would be a haze. */
function withoutStrands(state: RetouchState): RetouchState {
  const { region, masks } = state
  const strands = strandsOverForehead(region, masks)
  const [skin, clear] = [copyPlane(masks.skin), copyPlane(masks.clear)]
  for (const plane of [skin, clear]) leaveOut({ plane, strands })
  debugPlane('strands over the forehead', strands, region)
  return { ...state, masks: { ...masks, skin, clear } }
}

const leaveOut = formula({ planes: ['plane', 'strands'] }, 'plane = plane * (1 - strands)')

/**
 * Shows one face with its skin improved. Each concern is 0 (unchanged) to 1 and changes the picture in proportion;
 * `oiliness` removes shine. Eyes, brows, lips, nostrils, hair, beard and everything beside the face keep their bytes.
 * With all concerns 0 the picture itself is returned.
 */
export function simulateSkin(picture: Picture, face: Face, concerns: SkinConcerns): Picture {
  const isAsked = (concern: Concern): boolean => (concerns[concern] ?? 0) > 0
  const steps = STEPS.filter((step) => step.concerns.some(isAsked))
  if (steps.length === 0) return picture
  return withArena(() => {
    const state = createRetouchState(picture, face, FINE_CONCERNS.some(isAsked))
    const bare = withoutStrands(state)
    for (const { concerns: own, apply } of steps) {
      const isPattern = own.every((concern) => PATTERNS.includes(concern))
      withArena(() => apply(isPattern ? bare : state, concerns))
    }
    withArena(() => restoreTexture(state, concerns))
    debugPlane('retouched lightness', state.lab.l, state.region, [0, 100])
    return applyRetouch(picture, state)
  })
}
