import { Fault } from '../../../catalog/fault.ts'
import type { FileRole } from '../../../catalog/file-rule.ts'
import { formula } from '../../raster/formula.ts'
import { zeroPlane } from '../../raster/plane-room.ts'
import type { Face } from '../../vision/face.ts'
import type { Canvas } from '../skin/canvas.ts'
import type { SkinMasks } from '../skin/skin-masks.ts'
import { spreadWithin } from '../skin/spread-within.ts'
import type { Giver } from './giver.ts'
import { faceOval } from './swap-mask.ts'
import { sizeRatio } from './warp-onto.ts'

/** Degrees from straight; beyond them a half of the face is not seen, and stretching what is seen smears. */
const MOST = { yaw: 35, pitch: 30 } as const

/** Degrees by which the two faces may look into different directions; from below a nose shows its other side. */
const APART = { yaw: 30, pitch: 20 } as const

/** Degrees of yaw by which a reference may be turned further than the face: its far cheek is not in its picture. */
const FURTHER = 20

/** Pixels of width below which a face has no features to give or to take. */
const SMALLEST = 24

/** How many times as large as the reference face the one it is put on may be: enlarged further it is a blur. */
const ENLARGED = 3

/** The least of a face that nothing may cover, as a share of its skin. */
const SEEN = { src: 0.4, ref: 0.75 } as const

/** By this much a whole face may seem to leave the picture; one to be given must be whole. */
const INSIDE = { src: 0.8, ref: 0.97 } as const

/** Throws the Fault that names why a face cannot be put onto another, and the file it was met in. */
export function requireSwappable(old: Face, giver: Giver): void {
  const given = giver.face
  requireUsable(old, 'src')
  requireUsable(given, 'ref')
  const enlarged = 1 / sizeRatio(old, giver)
  if (enlarged > ENLARGED) {
    throw new Fault(
      'small-face',
      `The face to be replaced is ${enlarged.toFixed(1)} times as large as the reference face; ${ENLARGED} times are allowed.`,
      { role: 'ref' },
    )
  }
  for (const angle of ['yaw', 'pitch'] as const) {
    const apart = Math.abs(old.pose[angle] - given.pose[angle])
    if (apart <= APART[angle]) continue
    throw new Fault(
      'turned-face',
      `The two faces look ${Math.round(apart)}° into different directions; at most ${APART[angle]}° are allowed.`,
      { role: 'ref' },
    )
  }
  const further = Math.abs(given.pose.yaw) - Math.abs(old.pose.yaw)
  if (further <= FURTHER) return
  throw new Fault(
    'turned-face',
    `The reference face is turned ${Math.round(further)}° further than the face to be replaced; at most ${FURTHER}° are allowed.`,
    { role: 'ref' },
  )
}

/**
 * Throws Fault `hidden-face` where too little of a face shows: what covers it, or a light of another colour on half of
 * it, would have to be taken along. `cover` is what is not to be taken along, on the canvas of the old face.
 */
export function requireMadeOut(
  canvas: Canvas,
  { bare }: SkinMasks,
  cover: Record<keyof typeof SEEN, Float32Array>,
): void {
  const skin = faceOval(canvas)
  keepBare({ skin, bare })
  const none = zeroPlane(skin.length)
  for (const role of ['src', 'ref'] as const) {
    const seen = 1 - spreadWithin(cover[role], none, skin).mean
    if (seen >= SEEN[role]) continue
    const which = role === 'src' ? 'the face to be replaced' : 'the reference face'
    throw new Fault(
      'hidden-face',
      `Of ${which} only ${Math.round(100 * seen)} % can be made out; ${100 * SEEN[role]} % are needed.`,
      { role },
    )
  }
}

const keepBare = formula('skin = skin * bare')

function requireUsable({ box, pose, quality }: Face, role: FileRole & keyof typeof INSIDE): void {
  const which = role === 'src' ? 'The face to be replaced' : 'The reference face'
  for (const [name, most] of Object.entries(MOST) as [keyof typeof MOST, number][]) {
    const angle = Math.abs(pose[name])
    if (angle <= most) continue
    throw new Fault(
      'turned-face',
      `${which} has a ${name} of ${Math.round(angle)}°; at most ${most}° are allowed.`,
      {
        role,
      },
    )
  }
  if (box.width < SMALLEST) {
    throw new Fault('small-face', `${which} is ${box.width} pixels wide; ${SMALLEST} are needed.`, {
      role,
    })
  }
  if (quality.inside < INSIDE[role]) {
    throw new Fault('cut-face', `${which} is partly outside its picture.`, { role })
  }
  if (role === 'ref' && quality.covered.length > 2) {
    throw new Fault('hidden-face', `${which} is covered: ${quality.covered.join(', ')}.`, { role })
  }
}
