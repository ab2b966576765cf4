import { Fault } from '../../../catalog/fault.ts'
import { isTooDark } from '../../face/is-too-dark.ts'
import type { Picture } from '../../raster/picture.ts'
import type { Face } from '../../vision/faces/face.ts'

/** The least size of a face: so many pixels wide, and such a share of the picture's width. */
const MIN_SIZE = { pixels: 100, share: 0.1 } as const

/** A face this much higher than the picture has no edge left to see. */
const MAX_HEIGHT = 0.98

/** By this much a whole face may seem to leave the picture. */
const MIN_INSIDE = 0.985

/**
 * Degrees from straight, by the specification. A single picture tells nodding apart from the build of a face only to
 * about five degrees, which are allowed on top.
 */
const MAX_ANGLE = { yaw: 10, roll: 10, pitch: 15 } as const

/**
 * Throws the Fault that names why the skin of a face cannot be judged: `cut-face`, `small-face`, `turned-face`,
 * `hidden-face` or `dark`.
 */
export function requireReadable(picture: Picture, { box, pose, quality, ...face }: Face): void {
  if (quality.inside < MIN_INSIDE || quality.height > MAX_HEIGHT || quality.width > MAX_HEIGHT) {
    throw new Fault('cut-face', 'The face is too large, or partly outside the picture.')
  }
  if (box.width < MIN_SIZE.pixels || quality.width < MIN_SIZE.share) {
    throw new Fault(
      'small-face',
      `The face is ${box.width} pixels wide; ${MIN_SIZE.pixels} and a tenth of the picture’s width are needed.`,
    )
  }
  for (const [name, most] of Object.entries(MAX_ANGLE) as [keyof typeof MAX_ANGLE, number][]) {
    const angle = Math.abs(pose[name])
    if (angle <= most) continue
    throw new Fault(
      'turned-face',
      `The face’s ${name} is ${Math.round(angle)}°; at most ${most}° are allowed.`,
    )
  }
  const skin = quality.covered.filter((part) => /forehead|Cheek/.test(part))
  if (skin.length > 1) throw new Fault('hidden-face', `The face is covered: ${skin.join(', ')}.`)
  if (isTooDark(picture, { box, pose, quality, ...face })) {
    throw new Fault('dark', 'The light on the face is too dim.')
  }
}
