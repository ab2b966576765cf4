import { sampleClamped } from '../geometry/sample.ts'
import type { ManifestOf, ModelClass } from '../models/model-manifest.ts'
import type { SamplingGrid } from '../raster/colour/lab-planes.ts'
import type { Picture } from '../raster/picture.ts'
import { activate, type ModelPlanes } from '../vision/user-models/model-planes.ts'
import type { ModelWindow } from '../vision/user-models/model-window.ts'
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
    const plane = resample({ ...given, data: planes[n]! }, window, grid)
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

type Plane = { width: number; height: number; data: Float32Array }

/** The value of an output plane at each pixel of the grid, bilinear; edges repeat. */
function resample(
  plane: Plane,
  window: ModelWindow,
  { area, scale, width, height }: SamplingGrid,
): Float32Array {
  const found = new Float32Array(width * height)
  const across = plane.width / window.width
  const down = plane.height / window.height
  for (let row = 0, to = 0; row < height; row++) {
    const y = (area.top + (row + 0.5) * scale - window.top) * down - 0.5
    for (let column = 0; column < width; column++, to++) {
      const x = (area.left + (column + 0.5) * scale - window.left) * across - 0.5
      found[to] = sampleClamped(plane.data, plane, x, y)
    }
  }
  return found
}
