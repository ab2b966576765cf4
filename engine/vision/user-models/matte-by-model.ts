import type { ManifestOf } from '../../models/model-manifest.ts'
import type { Picture } from '../../raster/picture.ts'
import { findUserNet, type UserNet } from '../vision.ts'
import { activate } from './model-planes.ts'
import { type PlaneGrid, planeOnGrid } from './plane-on-grid.ts'
import { runOnArea } from './run-on-area.ts'

/** The users’ network that tells people, or whatever a picture is of, from what is behind; undefined without one. */
export function findMatteNet(
  nets: readonly UserNet[] | undefined,
  shows: 'people' | 'anything',
): UserNet<'matte'> | undefined {
  const found = findUserNet(nets ?? [], 'matte')
  return found?.manifest.shows === shows ? found : undefined
}

/**
 * The share of each cell of a grid that stands out, 0–1, by a network of users.
 * @throws when the network cannot be run, or has no such plane
 */
export async function matteByModel(
  net: UserNet<'matte'>,
  picture: Picture,
  grid: PlaneGrid,
): Promise<Float32Array> {
  const { file, result } = net.manifest
  const { window, planes, ...size } = await runOnArea(net, picture, grid.area)
  const wanted = sharesOf(planes, result)[result.plane]
  if (!wanted)
    throw new Error(`${file} gave ${planes.length} planes; number ${result.plane} is told.`)
  return planeOnGrid({ ...size, data: wanted }, window, grid)
}

function sharesOf(
  planes: readonly Float32Array[],
  { activation }: ManifestOf<'matte'>['result'],
): Float32Array[] {
  return activation === 'minmax' ? planes.map(stretched) : activate(planes, activation)
}

/** From the least value to the most, as U²-Net’s own code does. A plane of one value stands out nowhere. */
function stretched(plane: Float32Array): Float32Array {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of plane) {
    if (value < low) low = value
    if (value > high) high = value
  }
  return high > low
    ? plane.map((value) => (value - low) / (high - low))
    : new Float32Array(plane.length)
}
