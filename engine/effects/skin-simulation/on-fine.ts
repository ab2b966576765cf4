import { formula } from '../../raster/formula.ts'
import { inPlaneRoom } from '../../raster/plane-room.ts'
import type { Frame } from '../skin/canvas.ts'
import { double } from '../skin/half-size.ts'
import type { Patient } from './treatment.ts'

/** A face's lightness by now and as it came, and where its skin is, each on one canvas. */
export type Lightness = { frame: Frame; l: Float32Array; came: Float32Array; plain: Float32Array }

/** Changes a face's lightness by now on the largest canvas it has. */
export function onFine(patient: Patient, treat: (lightness: Lightness) => void): void {
  const { canvas, masks, tone, fine } = patient
  if (!fine) {
    treat(lightnessOf(patient))
    return
  }
  inPlaneRoom(() => {
    const { frame, detail } = fine
    const enlarged = (plane: Float32Array): Float32Array => double(plane, canvas, frame)
    const [broad, l, came] = [enlarged(tone.l), enlarged(tone.l), enlarged(canvas.tone.l)]
    put({ l, detail, came, before: fine.came })
    treat({ frame, l, came, plain: enlarged(masks.plain) })
    leave({ detail, l, broad })
  })
}

/** The same on the canvas where all that is broad is treated. */
export const lightnessOf = ({ canvas, masks, tone }: Patient): Lightness => ({
  frame: canvas,
  l: tone.l,
  came: canvas.tone.l,
  plain: masks.plain,
})

const put = formula(`
  l = l + detail
  came = came + before
`)

const leave = formula('detail = l - broad')
