import type { FileRole } from '../../../catalog/failures/file-role.ts'
import { smoothstep } from '../../geometry/smoothstep.ts'
import { withArena } from '../../raster/arena.ts'
import { sampleGrid } from '../../raster/colour/sample-grid.ts'
import { blur } from '../../raster/filter/blur.ts'
import type { Picture } from '../../raster/picture.ts'
import { type HairMatte, hairMatte } from '../../regions/hair/hair-matte.ts'
import {
  findHeadRegions,
  type HeadRegions,
  type RegionNets,
} from '../../regions/head/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import { type Head, headFrame } from './head/head.ts'
import { removeBars } from './head/remove-bars.ts'
import { requireHead } from './refuse/require-transferable.ts'
import { HEAD_PERSON } from './tuning.ts'

/**
 * The head of a picture that hair is put on (`src`) or taken from (`ref`), with its regions and its hair.
 * @param faces all faces of the picture
 * @throws Fault for a picture of which no good result can be made: see {@link requireHead}
 */
export async function readHead(
  picture: Picture,
  faces: readonly Face[],
  role: FileRole,
  vision: RegionNets,
  checkpoint?: () => Promise<void>,
): Promise<Head> {
  const face = requireHead(picture, faces, role)
  const regions = await findHeadRegions(picture, face, vision)
  await checkpoint?.()
  const hair = hairMatte(picture, regions)
  if (role === 'ref') trimToPerson(hair, regions)
  const frame = headFrame(face)
  removeBars(hair, frame)
  return { picture, face, regions, hair, frame }
}

/** Takes things of the hair's colour beside a reference out of its hair, in place, with single hairs that stand off. */
function trimToPerson({ alpha, width }: HairMatte, { person, grid }: HeadRegions): void {
  const around = withArena(() => blur(person, grid, 1).slice())
  for (let at = 0; at < alpha.length; at++) {
    if (alpha[at] === 0) continue
    const share = sampleGrid(around, grid, at % width, Math.floor(at / width))
    alpha[at] = alpha[at]! * smoothstep(HEAD_PERSON.least, HEAD_PERSON.most, share)
  }
}
