import { formula } from '../../raster/formula.ts'
import { copyPlane, inPlaneRoom, takePlane } from '../../raster/plane-room.ts'
import { double, halve } from '../skin/half-size.ts'
import { halfCanvas, skinMasks } from '../skin/skin-masks.ts'
import type { Patient } from './treatment.ts'

/** A face at half its size, on which some of its treatments are done. */
export type OnHalf = {
  patient: Patient
  /** Looks at the face as it is by now, unless treatments have begun. */
  begin(): void
  /** Carries what was done since to the face, which keeps what is finer, as {@link repaint} does to the picture. */
  end(): void
}

/** What of a face is on its canvas, and what treatments change of it. */
const TONES = ['l', 'a', 'b'] as const
const MASKS = ['region', 'plain'] as const

/** A face's double at half its size, in the room that is open. */
export function onHalf(whole: Patient): OnHalf {
  const canvas = halfCanvas(whole.canvas)
  const own = (): Float32Array => takePlane(canvas.width * canvas.height)
  const patient = { canvas, masks: skinMasks(canvas), tone: { l: own(), a: own(), b: own() } }
  const before = { l: own(), a: own(), b: own() }
  let begun = false
  const begin = (): void => {
    if (begun) return
    begun = true
    inPlaneRoom(() => {
      for (const name of TONES) {
        before[name].set(halve(whole.tone[name], whole.canvas, canvas))
        patient.tone[name].set(before[name])
      }
    })
  }
  const end = (): void => {
    if (!begun) return
    begun = false
    inPlaneRoom(() => {
      for (const name of TONES) {
        const change = copyPlane(patient.tone[name])
        subtract({ change, before: before[name] })
        add({ tone: whole.tone[name], change: double(change, canvas, whole.canvas) })
      }
      for (const name of MASKS) {
        whole.masks[name].set(double(patient.masks[name], canvas, whole.canvas))
      }
    })
  }
  return { patient, begin, end }
}

const subtract = formula('change = change - before')

const add = formula('tone = tone + change')
