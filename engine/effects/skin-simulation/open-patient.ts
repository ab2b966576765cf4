import { formula } from '../../raster/formula.ts'
import type { Picture } from '../../raster/picture.ts'
import { copyPlane, inPlaneRoom } from '../../raster/plane-room.ts'
import type { Face } from '../../vision/face.ts'
import {
  type Canvas,
  copyTone,
  frameOf,
  halved,
  openCanvas,
  SKIN_ROOM,
  WIDEST,
} from '../skin/canvas.ts'
import { double } from '../skin/half-size.ts'
import { skinMasks } from '../skin/skin-masks.ts'
import { toneAndLight } from '../skin/tone-of.ts'
import type { Patient } from './treatment.ts'

/** Lays a face out for its treatments, in the room that is open. @param isFine whether one of them is of fine detail */
export function openPatient(picture: Picture, face: Face, isFine: boolean): Patient {
  const frame = frameOf(picture, face, WIDEST.fine, SKIN_ROOM)
  if (isFine && frame.unit > WIDEST.broad) {
    const half = halved(frame)
    const { tone, light: came } = toneAndLight(picture, frame, half)
    inPlaneRoom(() => takeOff({ came, broad: double(tone.l, half, frame) }))
    return { ...onCanvas({ ...half, tone }), fine: { frame, came, detail: copyPlane(came) } }
  }
  return onCanvas(openCanvas(picture, face, isFine ? WIDEST.fine : WIDEST.broad, SKIN_ROOM))
}

const onCanvas = (canvas: Canvas): Patient => ({
  canvas,
  masks: skinMasks(canvas),
  tone: copyTone(canvas.tone),
})

const takeOff = formula('came = came - broad')
