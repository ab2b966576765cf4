import {
  copyLabPlanes,
  type FaceRegion,
  faceRegionGeometry,
  halveGeometry,
  MAX_FACE_WIDTH,
  readFaceRegion,
  SKIN_MARGIN,
} from '../../face/face-region.ts'
import type { RetouchState } from '../../face/retouch/retouch-state.ts'
import { skinMasks } from '../../face/skin-masks.ts'
import { copyPlane, withArena } from '../../raster/arena.ts'
import { formula } from '../../raster/formula.ts'
import { doubleSize } from '../../raster/half-size.ts'
import { readLabAndLightness } from '../../raster/lab-planes.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/** Lays a face out for its treatments, in the room that is open. @param isFine whether one of them is of fine detail */
export function createRetouchState(picture: Picture, face: Face, isFine: boolean): RetouchState {
  const frame = faceRegionGeometry(picture, face, MAX_FACE_WIDTH.fine, SKIN_MARGIN)
  if (isFine && frame.faceWidth > MAX_FACE_WIDTH.broad) {
    const half = halveGeometry(frame)
    const { tone, light: came } = readLabAndLightness(picture, frame, half)
    withArena(() => extractDetail({ came, broad: doubleSize(tone.l, half, frame) }))
    return {
      ...stateOf({ ...half, lab: tone }),
      detailBand: { geometry: frame, original: came, current: copyPlane(came) },
    }
  }
  return stateOf(
    readFaceRegion(picture, face, isFine ? MAX_FACE_WIDTH.fine : MAX_FACE_WIDTH.broad, SKIN_MARGIN),
  )
}

function stateOf(canvas: FaceRegion): RetouchState {
  return {
    region: canvas,
    masks: skinMasks(canvas),
    lab: copyLabPlanes(canvas.lab),
  }
}

const extractDetail = formula({ planes: ['came', 'broad'] }, 'came = came - broad')
