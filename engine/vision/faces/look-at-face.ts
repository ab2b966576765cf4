import type { Candidate } from '../candidate.ts'
import type { Pyramid } from '../pyramid.ts'
import type { Square } from '../square.ts'
import type { Nets } from '../vision.ts'
import { squareOfCandidate, squareOfLandmarks } from './face-square.ts'
import { type Mesh, meshLandmarks, readMesh } from './read-mesh.ts'

/** Of what the detector finds in photographs, real faces have 16 and more, hands and patterns 4 and less. */
const FACE_FLAG = 11

/**
 * Read upside down, real faces have 20 and less, which can pass for a face; the right way up they have 22 and more.
 * The detector finds faces that stand on their heads, but takes them for upright ones.
 */
const RIGHT_WAY_UP = 20

/**
 * By how much a face must be surer the other way up: on their heads faces gain 14 and more by it, upright ones behind a
 * surgical mask 2 at most.
 */
const SURER = 5

/**
 * A look this far off the landmarks' own square is taken again: of the side, as a ratio of sides, in radians. Where the
 * network is not sure the decision is worth a better fit.
 */
const STRAY = {
  sure: { shift: 0.06, size: 0.12, angle: Math.PI / 22 },
  unsure: { shift: 0.015, size: 0.02, angle: Math.PI / 90 },
} as const

type Stray = { shift: number; size: number; angle: number }

/** Looks at one candidate at most; few need more than one. */
const LOOKS = 5

/** What a first look is this sure to be no face no further one makes a face of. */
const HOPELESS = -5

/** Looks at what the detector found, in doubt the other way up too. Undefined when it is no face. */
export async function lookAtFace(
  candidate: Candidate,
  pyramid: Pyramid,
  net: Nets['faceMesh'],
): Promise<Mesh | undefined> {
  const square = squareOfCandidate(candidate)
  const mesh = await lookUntilNear(square, pyramid, net)
  if (mesh.flag > RIGHT_WAY_UP) return mesh
  const over = { ...square, angle: square.angle + Math.PI }
  const turned = await lookUntilNear(over, pyramid, net)
  if (turned.flag > Math.max(RIGHT_WAY_UP, mesh.flag + SURER)) return turned
  return mesh.flag > FACE_FLAG ? mesh : undefined
}

/**
 * Looks at the square, and where that was off the mark at the landmarks' own, which fits better. Measured on photographs
 * and drawings, the landmarks of a look that was on the mark are 0.7 hundredths of the face off those of further looks
 * (nine in ten of them below 1.2), where any two looks at nearly the same square differ by 0.4.
 */
async function lookUntilNear(
  square: Square,
  pyramid: Pyramid,
  net: Nets['faceMesh'],
): Promise<Mesh> {
  let mesh = await readMesh(pyramid, square, net)
  for (let look = 1; look < LOOKS && mesh.flag > HOPELESS; look++) {
    const own = squareOfLandmarks(meshLandmarks(mesh))
    if (isNear(mesh.square, own, mesh.flag > RIGHT_WAY_UP ? STRAY.sure : STRAY.unsure)) break
    mesh = await readMesh(pyramid, own, net)
  }
  return mesh
}

function isNear(a: Square, b: Square, { shift, size, angle }: Stray): boolean {
  const turn = b.angle - a.angle
  return (
    Math.hypot(b.x - a.x, b.y - a.y) < shift * a.side &&
    Math.abs(b.side / a.side - 1) < size &&
    Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) < angle
  )
}
