import { blurWithin } from '../skin/blur.ts'
import { smoothstep } from '../skin/smoothstep.ts'
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
  const open = new Float32Array(bare.length)
  const skin = new Float32Array(bare.length)
  for (let i = 0; i < open.length; i++) {
    open[i] = bare[i]! * (1 - own[i]!)
    skin[i] = bare[i]! > 0.02 ? Math.min(1, region[i]! / bare[i]!) : 1
  }
  const near = blurWithin(skin, open, canvas, 0.03 * canvas.unit)
  for (let i = 0; i < open.length; i++) open[i] = open[i]! * smoothstep(0.72, 0.93, near[i]!)
  return open
}
