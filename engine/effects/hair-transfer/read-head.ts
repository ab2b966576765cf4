import type { FileRole } from '../../../catalog/file-rule.ts'
import type { Picture } from '../../raster/picture.ts'
import { hairMatte } from '../../regions/hair-matte.ts'
import { findHeadRegions, type RegionNets } from '../../regions/head-regions.ts'
import type { Face } from '../../vision/faces/face.ts'
import { type Head, headFrame } from './head.ts'
import { requireHead } from './require-transferable.ts'

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
  return { picture, face, regions, hair: hairMatte(picture, regions), frame: headFrame(face) }
}
