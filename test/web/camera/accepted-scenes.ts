import type { CameraMode } from '../../../web/camera/public-types.ts'
import type { SceneName } from './scenes.ts'

const SIDES = ['bust', 'turnedRight', 'turnedLeft'] as const

/** A scene that each mode accepts, for each of its pictures. */
export const ACCEPTED: Readonly<Record<CameraMode, readonly SceneName[]>> = {
  makeup: ['closeUp'],
  skincare: ['closeUp'],
  hdskincare: ['closeUp'],
  shadefinder: ['closeUp'],
  facereshape: ['head'],
  comprehensive: ['closeUp'],
  hairlength: ['bust'],
  hairtype: SIDES,
  hairfrizziness: SIDES,
  hairdensity: ['bowed'],
  necklace: ['bust'],
  earring: ['closeUp'],
  teethwhiten: ['smile'],
  ring: ['hand'],
  nail: ['hand'],
  wrist: ['hand'],
}
