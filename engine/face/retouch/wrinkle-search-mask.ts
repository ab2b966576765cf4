import { allocPlane } from '../../raster/arena.ts'
import { blurWithin } from '../../raster/blur.ts'
import { formula } from '../../raster/formula.ts'
import { anatomicalCreases } from './anatomical-creases.ts'
import type { RetouchState } from './retouch-state.ts'

/**
 * Where dark lines are wrinkles, 0–1: the face with its deepest folds, which are too dark to count as skin but have skin
 * on both sides. Hair and beard and what is beside them are left out, for what is dark and thin there is hair; the nose
 * and the upper lids too, for their creases are the nose and the eyes themselves.
 */
export function wrinkleSearchMask({ region: canvas, masks }: RetouchState): Float32Array {
  const { bare, skin: region } = masks
  const own = anatomicalCreases(canvas)
  const [open, skin] = [allocPlane(bare.length), allocPlane(bare.length)]
  leaveOut({ open, skin, own, bare, region })
  const near = blurWithin(skin, open, canvas, 0.03 * canvas.faceWidth)
  leaveOutHair({ open, near })
  return open
}

const leaveOut = formula(
  { planes: ['open', 'bare', 'own', 'skin', 'region'] },
  `
  open = bare * (1 - own)
  skin = bare > 0.02 ? min(1, region / max(0.02, bare)) : 1
`,
)

const leaveOutHair = formula(
  { planes: ['open', 'near'] },
  'open = open * smoothstep(0.72, 0.93, near)',
)
