import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import type { Feature } from '../../catalog/features/feature.ts'
import { findFeature } from '../../catalog/features/features.ts'
import { isPicture } from '../../catalog/files/file-rule.ts'
import { keepFeatures } from '../../engine/effects/obj-replace/keep-features.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { encodeMask } from '../../engine/media/encode-mask.ts'
import { readMask } from '../../engine/media/read-mask.ts'
import { type Engine, openEngine } from '../../engine/perform.ts'
import { preparePicture } from '../../engine/prepare/prepare-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { crop } from '../../engine/raster/pixels/crop.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../engine/vision/faces/face.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { flagValue } from './flag-value.ts'
import { countChanged } from './real/count-changed.ts'
import { drawPairs, type Pair } from './real/draw-pairs.ts'
import { type AtFace, maskAtFace } from './real/mask-at-face.ts'
import { readFolder, type Split } from './real/read-folder.ts'
import { REAL_CASES, type RealCase } from './real/real-cases.ts'
import { drawRealSheet } from './real/real-sheet.ts'

/** What became of a pair. */
type Outcome = {
  name: string
  src: Uint8Array
  ref: Uint8Array | undefined
  made?: Uint8Array
  /** What the results say beside times. */
  told?: string
  refused?: string
  seconds: number
  changed?: number | undefined
}

/**
 * Puts photographs of a folder together by a seed and runs the engine on them: who is accepted, who is refused and why,
 * what it costs, and how many pixels of brows, eyes, nose and mouth changed where none may. What is accepted is judged
 * by eye: `out/real/` gets a sheet and every result at full size.
 *
 * `--feature=NAME` (or `hair-transfer/templates`, `obj-replace/faces`), `--folder=DIR` with an `index.tsv`,
 * `--count=12`, `--seed=1`, `--split=all|tune|judge`, `--only=p003` for pairs of such a name.
 */
export async function real(flags: readonly string[]): Promise<void> {
  const name = flagValue(flags, 'feature')
  const folder = flagValue(flags, 'folder')
  if (!name || !folder) {
    console.log(`needs --folder=DIR and --feature=NAME: ${Object.keys(REAL_CASES).join(', ')}`)
    return
  }
  const own = REAL_CASES[name]
  const feature = findFeature(name.replace(/\/(templates|faces)$/, ''))
  if (!own || !feature) throw new Error(`${name} is none of ${Object.keys(REAL_CASES).join(', ')}.`)
  const [count = '12', seed = '1'] = ['count', 'seed'].map((flag) => flagValue(flags, flag))
  const split = (flagValue(flags, 'split') ?? 'all') as Split
  const only = flagValue(flags, 'only')
  const pairs = drawPairs(readFolder(folder, split), own, only ? 1e6 : Number(count), Number(seed))
  const chosen = only
    ? pairs.filter((pair) => nameOf(pair).includes(only)).slice(0, Number(count))
    : pairs
  if (chosen.length === 0) {
    console.log(`no pair: is there a line for ${name}'s pictures in kinds.tsv, see real-cases.ts?`)
    return
  }
  const out = join(PROJECT_ROOT, 'out', 'real', name.replaceAll('/', '-'))
  await mkdir(out, { recursive: true })
  const engine = openEngine()
  const outcomes: Outcome[] = []
  for (const pair of chosen) {
    const outcome = await run(engine, feature, own, pair, folder)
    outcomes.push(outcome)
    if (outcome.made) await writeFile(join(out, `${outcome.name}.png`), outcome.made)
    console.log(
      `${outcome.name.padEnd(34)}${outcome.seconds.toFixed(1).padStart(5)}  ${wordsOf(outcome)}`,
    )
  }
  await engine.close()
  const rows = outcomes.map((outcome) => ({
    words: `${outcome.name}  ${wordsOf(outcome)}`,
    pictures: [outcome.src, ...(own.ref ? [outcome.ref] : []), outcome.made],
  }))
  await writeFile(join(out, `sheet-${split}-${seed}.png`), await drawRealSheet(rows))
  printTable(outcomes)
  console.log(join(out, `sheet-${split}-${seed}.png`))
}

async function run(
  engine: Engine,
  feature: Feature,
  own: RealCase,
  pair: Pair,
  folder: string,
): Promise<Outcome> {
  const src = await prepared(engine, join(folder, pair.src.file), feature)
  const ref = pair.ref && (await taken(await readFile(join(folder, pair.ref.file)), feature, 'ref'))
  const { mask_at: at, ...given } = pair.params
  const before = await decodePicture(src)
  const facesOf = async (): Promise<Face[]> => detectFaces(before, await engine.vision())
  const common = { name: nameOf(pair), src, ref }
  const [first] = at ? await facesOf() : []
  if (at && !first) return { ...common, refused: 'no face to draw a mask at', seconds: 0 }
  const msk = first
    ? await encodeMask(maskAtFace(first, at as AtFace, before))
    : own.masked && (await readFile(join(folder, maskOf(pair.src.file))))
  const files = { src, ...(ref && { ref: [ref] }), ...(msk && { msk }) }
  const params = { ...given, ...own.sized?.(before), output_format: 'png' }
  const start = process.cpuUsage()
  const seconds = () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1e6
  }
  try {
    const asked = { feature: feature.name, stage: 'effect' as const, params, files }
    const { output, results } = await engine.perform(asked)
    const made = { ...common, seconds: seconds(), told: toldIn(results) }
    if (!output) return made
    const keeps = own.keepsFaces
    if (!keeps) return { ...made, made: output.bytes }
    const faces = await facesOf()
    const staying = msk ? await stayingFaces(faces, msk, before) : faces
    const after = await decodePicture(output.bytes)
    const changed = countChanged(before, partWithSource(after, params), staying)
    return { ...made, made: output.bytes, changed }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    const refused = `${codeOf(feature, error)}: ${error.message}`
    return { ...common, refused, seconds: seconds() }
  }
}

function nameOf({ src, ref, params }: Pair): string {
  const way = params['template_id'] ?? params['prompt']
  return [src.file, ref?.file, way, params['mask_at']]
    .flatMap((part) => (part === undefined ? [] : [basename(String(part)).replace(/\.\w+$/, '')]))
    .join('_')
    .replaceAll(' ', '-')
}

function maskOf(file: string): string {
  return file.replace(/\.\w+$/, '_mask.png')
}

/** A source as a recipe sends it: cropped to its target, in a format and size that the feature takes. */
async function prepared(engine: Engine, source: string, feature: Feature): Promise<Uint8Array> {
  const bytes = await taken(await readFile(source), feature, 'src')
  const rule = feature.files.src
  if (!isPicture(rule) || !rule.framing) return bytes
  const folder = await mkdtemp(join(tmpdir(), 'real-'))
  const [from, into] = ['from', 'into'].map((name) => join(folder, name))
  await writeFile(from!, bytes)
  try {
    const asked = { source: from!, rule, into: into! }
    const made = await preparePicture(asked, { vision: () => engine.vision() })
    return made ? await readFile(into!) : bytes
  } catch (error) {
    // Who cannot be prepared is sent whole, and the effect says why not.
    if (error instanceof Fault) return bytes
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The picture in a format and size that the feature takes. */
async function taken(
  bytes: Uint8Array,
  { files }: Feature,
  role: 'src' | 'ref',
): Promise<Uint8Array> {
  const rule = files[role]
  if (!rule || !isPicture(rule)) return bytes
  const { width, height, format } = await sharp(bytes).metadata()
  const isFormat = rule.formats.some((one) => one === format)
  if (isFormat && Math.max(width, height) <= rule.maxLongSide) return bytes
  const fitted = sharp(bytes)
    .autoOrient()
    .resize(rule.maxLongSide, rule.maxLongSide, { fit: 'inside', withoutEnlargement: true })
  return rule.formats.includes('png')
    ? await fitted.png().toBuffer()
    : await fitted.flatten({ background: '#fff' }).jpeg({ quality: 95 }).toBuffer()
}

/** Faces that a removal does not take out whole. */
async function stayingFaces(
  faces: readonly Face[],
  msk: Uint8Array,
  picture: Picture,
): Promise<Face[]> {
  const mask = readMask(await decodePicture(msk), picture)
  return faces.filter((face) => keepFeatures(mask, [face]).pixels.includes(1))
}

/** The part of a result that shows the source, which an extended one has a margin around. */
function partWithSource(after: Picture, params: Readonly<Record<string, unknown>>): Picture {
  const [left, top, width, height] = ['x', 'y', 'width', 'height'].map((way) =>
    Number(params[`input_${way}`]),
  ) as [number, number, number, number]
  return width > 0 ? crop(after, { left, top, width, height }) : after
}

function toldIn(results: Readonly<Record<string, unknown>>): string {
  const { timed: _, timed_apply: __, ...rest } = results
  return Object.keys(rest).length > 0 ? JSON.stringify(rest) : ''
}

function wordsOf({ refused, told, changed }: Outcome): string {
  if (refused) return refused
  return ['accepted', told, changed ? `${changed} pixels of features changed` : '']
    .filter(Boolean)
    .join('  ')
}

function printTable(outcomes: readonly Outcome[]): void {
  const by = Map.groupBy(outcomes, ({ refused }) => refused?.replace(/[\d.]+/g, '…') ?? 'accepted')
  for (const [words, own] of [...by].toSorted((a, b) => b[1].length - a[1].length)) {
    console.log(`${String(own.length).padStart(4)}  ${words}`)
  }
  const cpu = outcomes.reduce((sum, { seconds }) => sum + seconds, 0)
  const changed = outcomes.reduce((sum, outcome) => sum + (outcome.changed ?? 0), 0)
  console.log(
    `${(cpu / outcomes.length).toFixed(2)} CPU s a pair; ${changed} pixels of features changed`,
  )
}
