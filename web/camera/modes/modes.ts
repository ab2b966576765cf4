import type { CameraMode } from '../public-types.ts'
import { BOWED, BUST, FRONTAL, HEAD, SHADE, TURNED } from './face-limits.ts'
import type { FaceMode, FacePhase, HandMode, Mode } from './mode.ts'
import { earShown, neckShown, roomForHair, teethShown } from './more-of-face.ts'
import { wristShown } from './more-of-hand.ts'
import {
  acceptAll,
  acceptFace,
  acceptHand,
  acceptMakeup,
  acceptReshape,
  acceptShade,
  acceptSkin,
  acceptWearer,
  acceptWrist,
} from './service-rules.ts'

const FRONT: FacePhase = { title: 'front' }

const FACE: FaceMode = {
  finds: 'face',
  least: { long: 640, short: 480 },
  facing: 'user',
  outline: 'face',
  takesQuality: false,
  phases: [FRONT],
  limits: FRONTAL,
  body: false,
  aspect: undefined,
  accept: acceptFace,
}

/** Skin simulation takes pictures of 480 to 2560 pixels in which the face has 60 % of the width. */
const SKIN: FaceMode = { ...FACE, takesQuality: true, aspect: 3 / 4, accept: acceptSkin }

const THREE_SIDES: FaceMode = {
  ...FACE,
  limits: HEAD,
  outline: 'bust',
  phases: [FRONT, { title: 'right', limits: TURNED.right }, { title: 'left', limits: TURNED.left }],
}

const HAND: HandMode = {
  finds: 'hand',
  least: { long: 640, short: 480 },
  facing: 'environment',
  outline: 'hand',
  takesQuality: false,
  phases: [{ title: 'hand' }],
  needs: { size: 0.45 },
  accept: acceptHand,
}

/** What each mode asks for. */
export const MODES: Readonly<Record<CameraMode, Mode>> = {
  makeup: { ...FACE, accept: acceptMakeup },
  skincare: SKIN,
  hdskincare: { ...SKIN, least: { long: 2560, short: 1440 } },
  shadefinder: { ...FACE, limits: SHADE, accept: acceptShade },
  facereshape: { ...FACE, accept: acceptReshape },
  hairlength: {
    ...FACE,
    limits: HEAD,
    outline: 'bust',
    phases: [{ title: 'hair', more: roomForHair }],
  },
  hairfrizziness: THREE_SIDES,
  hairtype: THREE_SIDES,
  hairdensity: { ...FACE, limits: HEAD, phases: [{ title: 'bow', limits: BOWED }] },
  ring: HAND,
  wrist: {
    ...HAND,
    phases: [{ title: 'wrist', more: wristShown }],
    needs: { size: 0.4 },
    accept: acceptWrist,
  },
  necklace: {
    ...FACE,
    limits: BUST,
    outline: 'bust',
    body: true,
    phases: [{ title: 'neck', more: neckShown }],
    accept: acceptWearer,
  },
  earring: {
    ...FACE,
    limits: { ...FRONTAL, ratio: [0.25, 0.8], yaw: [-35, 35], uneven: 0.3 },
    phases: [{ title: 'ear', more: earShown }],
    accept: acceptWearer,
  },
  teethwhiten: {
    ...FACE,
    limits: { ...FRONTAL, yaw: [-20, 20] },
    phases: [{ title: 'teeth', more: teethShown }],
  },
  nail: HAND,
  comprehensive: {
    ...FACE,
    // A degree within what the service asks of the face's width.
    limits: { ...FRONTAL, ratio: [0.62, 1] },
    aspect: 3 / 4,
    accept: acceptAll,
  },
}
