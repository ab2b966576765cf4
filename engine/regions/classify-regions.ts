import type { ManifestOf, ModelClass } from '../models/model-manifest.ts'
import type { SamplingGrid } from '../raster/colour/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import { activate, type ModelPlanes } from '../vision/user-models/model-planes.ts'
import { planeOnGrid } from '../vision/user-models/plane-on-grid.ts'
import { runOnArea } from '../vision/user-models/run-on-area.ts'
import { findUserNet, type UserNet } from '../vision/vision.ts'

/** The probability of each class a model knows, 0–1, on each pixel of a grid. */
export type ClassPlanes = ReadonlyMap<ModelClass, Float32Array>

/** What users’ models tell of a part of a picture. */
export type ClassifiedRegions = { parse?: ClassPlanes; hair?: ClassPlanes }

/**
 * Runs users’ models on a part of a picture; what they are not there for is absent.
 * @throws when the runtime cannot run a model
 */
export async function classifyRegions(
  picture: Picture,
  grid: SamplingGrid,
  userNets: readonly UserNet[] = [],
): Promise<ClassifiedRegions> {
  const parse = findUserNet(userNets, 'parse')
  const hair = findUserNet(userNets, 'hair')
  return {
    ...(parse && { parse: await classify(parse, picture, grid) }),
    ...(hair && { hair: await classify(hair, picture, grid) }),
  }
}

async function classify(
  net: UserNet<'parse' | 'hair'>,
  picture: Picture,
  grid: SamplingGrid,
): Promise<ClassPlanes> {
  const { file, result } = net.manifest
  const { window, ...given } = await runOnArea(net, picture, grid.area)
  if (given.planes.length !== result.classes.length) {
    throw new Error(
      `${file} gave ${given.planes.length} planes; ${result.classes.length} are told.`,
    )
  }
  const planes = probabilities(given, result)
  const found = new Map<ModelClass, Float32Array>()
  result.classes.forEach((name, n) => {
    if (name === null) return
    const { scale, ...cells } = grid
    const step = { x: scale, y: scale }
    const plane = planeOnGrid({ ...given, data: planes[n]! }, window, { ...cells, step })
    const before = found.get(name)
    found.set(name, before ? plane.map((share, i) => Math.min(1, share + before[i]!)) : plane)
  })
  return found
}

function probabilities(
  { planes }: ModelPlanes,
  { activation, polarity }: ManifestOf<'parse'>['result'],
): Float32Array[] {
  const activated = activate(planes, activation)
  if (polarity === 'high-is-class') return activated
  return activated.map((plane) => plane.map((value) => 1 - value))
}
