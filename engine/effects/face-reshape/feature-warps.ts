import { chinLength, chinReshape } from './chin.ts'
import { eyeAngle, eyeDistance, eyeHeight, eyeSize, eyeWidth } from './eyes.ts'
import { cheekbones, faceShape, faceWidth, jaw } from './face-outline.ts'
import type { FeatureName, FeatureWarp } from './features.ts'
import { lipHeightBottom, lipHeightTop, lipPeak, lipSize, lipWidth } from './lips.ts'
import { noseBridgeWidth, noseLift, noseSize, noseTip, noseTipWidth, noseWing } from './nose.ts'

/** How each feature is warped. */
export const FEATURE_WARPS: Record<FeatureName, FeatureWarp> = {
  cheekbones,
  jaw,
  face_reshape: faceShape,
  face_width: faceWidth,
  chin_reshape: chinReshape,
  chin_length: chinLength,
  eye_size: eyeSize,
  eye_distance: eyeDistance,
  eye_angle: eyeAngle,
  eye_height: eyeHeight,
  eye_width: eyeWidth,
  nose_bridge_width: noseBridgeWidth,
  nose_lift: noseLift,
  nose_size: noseSize,
  nose_tip: noseTip,
  nose_tip_width: noseTipWidth,
  nose_wing: noseWing,
  lip_size: lipSize,
  lip_width: lipWidth,
  lip_peak: lipPeak,
  lip_height_top: lipHeightTop,
  lip_height_bottom: lipHeightBottom,
}
