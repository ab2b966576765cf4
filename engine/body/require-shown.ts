import { Fault } from '../../catalog/failures/fault.ts'
import { BODY, type Body } from '../vision/bodies/body.ts'

/** Regions of a body that an effect may need to be visible. */
export type BodyRegion = 'shoulders' | 'hips' | 'arms' | 'legs' | 'neck' | 'someLeg'

/** The landmarks that must all be visible for a region to be. */
const LANDMARKS: Record<BodyRegion, (keyof typeof BODY)[]> = {
  shoulders: ['leftShoulder', 'rightShoulder'],
  neck: ['leftShoulder', 'rightShoulder', 'nose'],
  hips: ['leftHip', 'rightHip'],
  arms: ['leftShoulder', 'rightShoulder', 'leftElbow', 'rightElbow', 'leftWrist', 'rightWrist'],
  legs: ['leftHip', 'rightHip', 'leftKnee', 'rightKnee', 'leftAnkle', 'rightAnkle'],
  someLeg: ['leftKnee', 'rightKnee'],
}

/** What a region is called in messages. */
const REGION_NAMES: Record<BodyRegion, string> = {
  shoulders: 'shoulders',
  neck: 'neck and face',
  hips: 'hips',
  arms: 'whole arms from shoulder to wrist',
  legs: 'whole legs from hip to ankle',
  someLeg: 'legs',
}

/** Whether a landmark lies inside the picture and the detector is more sure than not that it is visible. */
function isShown(body: Body, name: keyof typeof BODY): boolean {
  const { x, y, visibility, presence } = body.landmarks[BODY[name]]!
  const inside = x >= 0 && y >= 0 && x < body.mask.width && y < body.mask.height
  return inside && visibility >= 0.5 && presence >= 0.5
}

/**
 * Checks that regions of a body are visible.
 * @param key the parameter that needs them, as messages name it
 * @throws Fault `pose` that names the landmarks that are not visible
 */
export function requireShown(body: Body, key: string, regions: BodyRegion[]): void {
  for (const region of regions) {
    const hidden = LANDMARKS[region].filter((name) => !isShown(body, name))
    if (hidden.length === 0) continue
    const names = hidden.map((n) => n.replace(/([A-Z])/g, (c) => ` ${c.toLowerCase()}`)).join(', ')
    throw new Fault(
      'pose',
      `${key} needs the ${REGION_NAMES[region]} to be shown; not visible: ${names}.`,
    )
  }
}
