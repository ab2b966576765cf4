import { Fault } from '../../catalog/fault.ts'
import { BODY, type Body } from '../vision/bodies/body.ts'

/** Places of a body that a feature may need to see. */
export type BodyRegion = 'shoulders' | 'hips' | 'arms' | 'legs' | 'neck' | 'someLeg'

const LANDMARKS: Record<BodyRegion, (keyof typeof BODY)[]> = {
  shoulders: ['leftShoulder', 'rightShoulder'],
  neck: ['leftShoulder', 'rightShoulder', 'nose'],
  hips: ['leftHip', 'rightHip'],
  arms: ['leftShoulder', 'rightShoulder', 'leftElbow', 'rightElbow', 'leftWrist', 'rightWrist'],
  legs: ['leftHip', 'rightHip', 'leftKnee', 'rightKnee', 'leftAnkle', 'rightAnkle'],
  someLeg: ['leftKnee', 'rightKnee'],
}

const REGION_NAMES: Record<BodyRegion, string> = {
  shoulders: 'shoulders',
  neck: 'neck and face',
  hips: 'hips',
  arms: 'whole arms from shoulder to wrist',
  legs: 'whole legs from hip to ankle',
  someLeg: 'legs',
}

/** Whether a landmark lies inside the picture and is likely to be seen there. */
function isShown(body: Body, name: keyof typeof BODY): boolean {
  const { x, y, visibility, presence } = body.landmarks[BODY[name]]!
  const inside = x >= 0 && y >= 0 && x < body.mask.width && y < body.mask.height
  return inside && visibility >= 0.5 && presence >= 0.5
}

/** Throws `pose` when a place that `key` needs is not shown. */
export function requireShown(body: Body, key: string, places: BodyRegion[]): void {
  for (const place of places) {
    const hidden = LANDMARKS[place].filter((name) => !isShown(body, name))
    if (hidden.length === 0) continue
    const names = hidden.map((n) => n.replace(/([A-Z])/g, (c) => ` ${c.toLowerCase()}`)).join(', ')
    throw new Fault(
      'pose',
      `${key} needs the ${REGION_NAMES[place]} to be shown; not visible: ${names}.`,
    )
  }
}
