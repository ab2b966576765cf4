import { formula } from '../../raster/formula.ts'
import { takePlane } from '../../raster/plane-room.ts'
import { blurWithin } from '../skin/blur.ts'
import { ownCreases } from './own-creases.ts'
import type { Patient } from './treatment.ts'

/**
 * Where dark lines are wrinkles, 0–1: the face with its deepest folds, which are too dark to count as skin but have skin
 * on both sides. Hair and beard and what is beside them are left out, for what is dark and thin there is hair; the nose
 * and the upper lids too, for their creases are the nose and the eyes themselves.
 */
export function wrinkledSkin({ canvas, masks }: Patient): Float32Array {
  const { bare, region } = masks
  const own = ownCreases(canvas)
  const [open, skin] = [takePlane(bare.length), takePlane(bare.length)]
  leaveOut({ open, skin, own, bare, region })
  const near = blurWithin(skin, open, canvas, 0.03 * canvas.unit)
  leaveOutHair({ open, near })
  return open
}

const leaveOut = formula(`
  open = bare * (1 - own)
  skin = bare > 0.02 ? min(1, region / max(0.02, bare)) : 1
`)

const leaveOutHair = formula('open = open * smoothstep(0.72, 0.93, near)')
