import { boundedNet } from '../../engine/models/bounded-net.ts'
import { folderSource } from '../../engine/models/folder-source.ts'
import { boundsFrom, type ModelBounds } from '../../engine/models/model-bounds.ts'
import type { UserModel } from '../../engine/models/model-manifest.ts'
import { requireModels } from '../../engine/models/read-models.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { findRegionsWithModels } from '../../engine/regions/person/find-regions-with-models.ts'
import { renderRegions } from '../../engine/regions/person/render-regions.ts'
import type { RegionName } from '../../engine/regions/region-names.ts'
import { detectBodies } from '../../engine/vision/bodies/detect-bodies.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { buildPyramid } from '../../engine/vision/input/pyramid.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { selfieMask } from '../../engine/vision/mattes/selfie-mask.ts'
import { emptyInputs } from '../../engine/vision/user-models/empty-inputs.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { type DrawnPart, drawnRegions } from '../../samples/drawn-regions.ts'
import { onnxRuntime } from '../setup/onnx-runtime.ts'
import { flagValue } from './flag-value.ts'

/** Drawn people that are measured on. */
const SCENES = [0, 2, 5]

const PARTS: Readonly<Record<string, { regions: RegionName[]; drawn: DrawnPart[] }>> = {
  hair: { regions: ['hair'], drawn: ['hair'] },
  skin: { regions: ['face-skin', 'body-skin'], drawn: ['skin'] },
  clothes: { regions: ['upper-garment', 'lower-garment'], drawn: ['upper', 'lower'] },
}

/** How often the memory of the process is looked at while a network runs, milliseconds. */
const LOOK_MS = 5

/**
 * What each file of a folder (`--models=DIR`) takes and brings: processor and memory of its first run and of one more,
 * before the engine's own networks are there, and for those that find people how much regions or mattes of drawn people
 * overlap with the truth, with and without it.
 */
export async function networks(flags: readonly string[]): Promise<void> {
  const folder = flagValue(flags, 'models')
  if (folder === undefined) throw new Error('Name a folder of model files: --models=DIR.')
  const bounds = boundsFrom(process.env)
  const models = await requireModels(folderSource(folder), bounds)
  // Before the engine's own networks are there, and each after the thread of the one before has ended.
  for (const model of models) await measureRuns(model, bounds)
  for (const model of models) await measureFinds(model)
}

/** What the runs of a network take: its thread has a runtime of its own, which it opens in the first. */
async function measureRuns({ manifest, bytes }: UserModel, bounds: ModelBounds): Promise<void> {
  const { file, task, runtime } = manifest
  const net = boundedNet({ file, runtime, bytes, bounds, onnxRuntime: onnxRuntime() })
  const inputs = emptyInputs(manifest)
  const run = async (): Promise<unknown> => await net.run(inputs, manifest.result.output)
  const before = process.memoryUsage.rss()
  let most = before
  const look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, LOOK_MS)
  const [first, again] = [await secondsOf(run), await secondsOf(run)]
  clearInterval(look)
  await net.close()
  console.log(`${file}  ${task}  ${(bytes.length / 1e6).toFixed(1)} MB`)
  console.log(
    `  first run ${first.toFixed(2)} s of the processor, one more ${again.toFixed(2)} s; ` +
      `the process grew by ${Math.round((most - before) / 1e6)} MB at most`,
  )
}

/** What a network brings on drawn people. */
async function measureFinds(model: UserModel): Promise<void> {
  const { manifest } = model
  console.log(manifest.file)
  const vision = await openVision({ models: [model], onnxRuntime: onnxRuntime() })
  const { userNets: _, ...without } = vision
  if (manifest.task === 'parse' || manifest.task === 'hair') {
    await compare(vision, without, regionOverlaps)
  } else if (manifest.task === 'matte' && manifest.shows === 'people') {
    await compare(vision, without, matteOverlap)
  } else console.log('  what it brings is not measured on drawn people')
  vision.close()
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

type Drawn = Awaited<ReturnType<typeof drawnRegions>>
type Scores = Record<string, number>

async function compare(
  withFile: Vision,
  without: Vision,
  scoresOf: (drawn: Drawn, vision: Vision) => Promise<Scores | undefined>,
): Promise<void> {
  for (const [name, vision] of Object.entries({ without, 'with it': withFile })) {
    const all: Scores[] = []
    let seconds = 0
    for (const number of SCENES) {
      const drawn = await drawnRegions(number)
      seconds += await secondsOf(async () => {
        const scores = await scoresOf(drawn, vision)
        if (scores) all.push(scores)
      })
    }
    const means = Object.keys(all[0] ?? {}).map((part) => {
      const mean = all.reduce((sum, scores) => sum + scores[part]!, 0) / all.length
      return `${part} ${mean.toFixed(3)}`
    })
    console.log(
      `  ${name.padEnd(8)} ${means.join('  ')}  ${(seconds / SCENES.length).toFixed(2)} s`,
    )
  }
}

async function regionOverlaps(
  { picture, parts, person }: Drawn,
  vision: Vision,
): Promise<Scores | undefined> {
  const [body] = await detectBodies(picture, vision)
  const [face] = await detectFaces(picture, vision)
  if (!body) return undefined
  const masks = renderRegions(picture, [await findRegionsWithModels(picture, body, face, vision)])
  return Object.fromEntries(
    Object.entries(PARTS).map(([part, { regions, drawn }]) => [
      part,
      overlap(
        picture,
        (i) => (parts[i] === undefined && person[i]! > 0 ? undefined : drawn.includes(parts[i]!)),
        (i) => regions.some((name) => masks[name].data[i]! > 127),
      ),
    ]),
  )
}

async function matteOverlap({ picture, person }: Drawn, vision: Vision): Promise<Scores> {
  const [body] = await detectBodies(picture, vision)
  const mask = await selfieMask(buildPyramid(picture), vision, body?.landmarks ?? [])
  const found = overlap(
    picture,
    (i) => person[i]! > 127,
    (i) => mask.data[i]! > 127,
  )
  return { person: found }
}

/** Intersection over union; pixels of which nothing is known count neither way. */
function overlap(
  { width, height }: Picture,
  isThere: (i: number) => boolean | undefined,
  isFound: (i: number) => boolean,
): number {
  let [both, either] = [0, 0]
  for (let i = 0; i < width * height; i++) {
    const [there, found] = [isThere(i), isFound(i)]
    if (there === undefined) continue
    if (there && found) both++
    if (there || found) either++
  }
  return both / Math.max(1, either)
}
