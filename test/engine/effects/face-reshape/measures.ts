import { FACE, type Face } from '../../../../engine/vision/faces/face.ts'

/** A quantity measured on a face's landmarks, in any unit. */
export type Measure = (face: Face) => number

function apart(a: number, b: number): Measure {
  return ({ landmarks }) =>
    Math.hypot(landmarks[a]!.x - landmarks[b]!.x, landmarks[a]!.y - landmarks[b]!.y)
}

/** How much lower than `b` the landmark `a` is. */
function lower(a: number, b: number): Measure {
  return ({ landmarks }) => landmarks[a]!.y - landmarks[b]!.y
}

const { leftEye: L, rightEye: R } = FACE

export const opening = { left: apart(L.top, L.bottom), right: apart(R.top, R.bottom) }

/** For each key a measure that grows with it. Cheekbones and jaw draw in: their measures are negated. */
export const MEASURES: Record<string, Measure> = {
  face_width: apart(FACE.leftTemple, FACE.rightTemple),
  face_reshape: apart(365, 136),
  chin_reshape: apart(400, 176),
  chin_length: lower(FACE.chin, FACE.noseBase),
  cheekbones: (face) => -apart(323, 93)(face),
  jaw: (face) => -apart(FACE.leftJaw, FACE.rightJaw)(face),
  eye_size: (face) => opening.left(face) + opening.right(face),
  eye_distance: (face) => apart(FACE.leftIris[0], FACE.rightIris[0])(face),
  eye_angle: (face) => lower(L.inner, L.outer)(face) + lower(R.inner, R.outer)(face),
  eye_height: (face) => opening.left(face) + opening.right(face),
  eye_width: (face) => apart(L.inner, L.outer)(face) + apart(R.inner, R.outer)(face),
  nose_bridge_width: apart(351, 122),
  nose_lift: (face) => -lower(FACE.noseBase, FACE.noseTop)(face),
  nose_size: (face) => apart(FACE.leftNoseWing, FACE.rightNoseWing)(face),
  nose_tip: apart(274, 44),
  nose_tip_width: apart(274, 44),
  nose_wing: apart(FACE.leftNoseWing, FACE.rightNoseWing),
  lip_size: (face) =>
    apart(FACE.leftMouthCorner, FACE.rightMouthCorner)(face) *
    lower(FACE.lowerLipBottom, FACE.upperLipTop)(face),
  lip_width: apart(FACE.leftMouthCorner, FACE.rightMouthCorner),
  lip_peak: (face) => lower(FACE.upperLipBottom, 37)(face) + lower(FACE.upperLipBottom, 267)(face),
  lip_height_top: lower(FACE.upperLipBottom, FACE.upperLipTop),
  lip_height_bottom: lower(FACE.lowerLipBottom, FACE.lowerLipTop),
}
