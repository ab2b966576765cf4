import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import { faceSwap } from '../../catalog/features/face-swap.ts'
import { cropDonor } from '../../engine/effects/face-swap/donor.ts'
import { swapFace } from '../../engine/effects/face-swap/face-swap.ts'
import { type FaceRegion, readFaceRegion } from '../../engine/face/face-region.ts'
import { skinMasks } from '../../engine/face/skin-masks.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { blurAllWithin } from '../../engine/raster/filter/blur.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import type { Face } from '../../engine/vision/faces/face.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bust, type SitterName } from '../../samples/bust.ts'
import { createCanvas } from '../contact-sheet/canvas.ts'
import { TILE, tileOf } from '../contact-sheet/run-effect.ts'
import { flagValue } from './flag-value.ts'

const PHOTOS = join(PROJECT_ROOT, '..', 'shared', 'photos')

/** Whose faces are swapped: files of the folder of photographs with the faces in them, by index, and drawn people. */
const PHOTOGRAPHED: Readonly<Record<string, readonly number[]>> = {
  'ai-body.jpg': [0],
  'ai-upper.jpg': [0],
  'astronaut.png': [0],
  'cgi-model-4.jpg': [0],
  'cgi-model-13.jpg': [0],
  'cgi-model-14.jpg': [0],
  'cgi-model-23.jpg': [0],
  'cgi-model-27.jpg': [0],
  'cgi-model-28.jpg': [0],
  'obama.jpg': [0],
  'portrait.jpg': [0],
  'three_people.jpg': [0, 1, 2],
  'solvay1927.jpg': [2, 12, 22],
}
const DRAWN: readonly SitterName[] = ['henrik', 'amara', 'ines', 'kofi', 'maren']

/** Skin is measured after a blur of this sigma, in widths of the face: freckles, grain and pores are left out. */
const SIGMA = 0.02

/** Patches are measured after a blur of this sigma, in widths of the face. */
const PATCH_SIGMA = 0.04

/** Pixels with less chroma have no hue. */
const COLOURLESS = 4

type Sitter = { name: string; picture: Picture; face: Face }

/** From the 5th to the 95th percentile over the skin: L*, and hue in degrees (NaN without colour). */
type Spread = { l: number; hue: number }

/**
 * Swaps the faces of the photographs and of the drawn people crosswise: which pairs are refused with what code, and how
 * far hue and lightness spread over the skin of target, donor and result. `--only=obama` keeps pairs with such a name,
 * `--into=FOLDER` writes each accepted pair as target, donor and result side by side, `--photos=FOLDER` has them.
 */
export async function swaps(flags: readonly string[]): Promise<void> {
  const [only, into, photos] = ['only', 'into', 'photos'].map((name) => flagValue(flags, name))
  if (into) await mkdir(into, { recursive: true })
  const vision = await openVision()
  const sitters = await sittersOf(vision, photos ?? PHOTOS)
  vision.close()
  const spreads: { target: Spread; result: Spread; patch: Spread }[] = []
  const refusals = new Map<string, number>()
  console.log(
    `${'target < donor'.padEnd(40)}L* target donor result patch   hue target donor result patch`,
  )
  for (const target of sitters) {
    for (const donor of sitters) {
      if (donor.picture === target.picture) continue
      const name = `${target.name} < ${donor.name}`
      if (only && !name.includes(only)) continue
      try {
        const result = swapFace(target.picture, target.face, cropDonor(donor.picture, donor.face))
        const measured = measure(target, donor, result)
        spreads.push(measured)
        console.log(`${name.padEnd(40)}${rowOf(measured)}`)
        if (into)
          await writePair(join(into, `${name.replace(' < ', '__')}.png`), target, donor, result)
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        const refusal = `${codeOf(faceSwap, error)} ${error.condition} ${error.role}`
        refusals.set(refusal, (refusals.get(refusal) ?? 0) + 1)
        console.log(`${name.padEnd(40)}${refusal}: ${error.message}`)
      }
    }
  }
  summarise(spreads, refusals)
}

async function sittersOf(vision: Vision, photos: string): Promise<Sitter[]> {
  const sitters: Sitter[] = []
  const add = async (name: string, bytes: Uint8Array, indices: readonly number[]) => {
    const picture = await decodePicture(bytes)
    const faces = await detectFaces(picture, vision)
    for (const index of indices) {
      const face = faces[index]
      const suffix = indices.length > 1 ? `#${index}` : ''
      if (face) sitters.push({ name: `${name.replace(/\..*/, '')}${suffix}`, picture, face })
    }
  }
  for (const [file, indices] of Object.entries(PHOTOGRAPHED)) {
    const path = join(photos, file)
    if (existsSync(path)) await add(file, readFileSync(path), indices)
  }
  for (const name of DRAWN) await add(name, (await bust(name)).png, [0])
  return sitters
}

function measure(target: Sitter, donor: Sitter, result: Picture) {
  const [before, own, after] = [
    regionOf(target.picture, target.face),
    regionOf(donor.picture, donor.face),
    regionOf(result, target.face),
  ]
  const skin = skinMasks(before).clear
  return {
    target: spreadOf(before, skin),
    donor: spreadOf(own, skinMasks(own).clear),
    result: spreadOf(after, skin),
    patch: patchesOf(before, after, skin),
  }
}

function regionOf(picture: Picture, face: Face): FaceRegion {
  return readFaceRegion(picture, face, 350)
}

function spreadOf(region: FaceRegion, skin: Float32Array): Spread {
  const { l, a, b } = region.lab
  const sigma = SIGMA * region.faceWidth
  const smooth = blurAllWithin([l, a, b], skin, region, Math.max(0.6, sigma))
  const lights: number[] = []
  const hues: number[] = []
  for (let i = 0; i < skin.length; i++) {
    if (skin[i]! < 0.9) continue
    lights.push(smooth[0]![i]!)
    const [x, y] = [smooth[1]![i]!, smooth[2]![i]!]
    if (Math.hypot(x, y) > COLOURLESS) hues.push((Math.atan2(y, x) * 180) / Math.PI)
  }
  return { l: range(lights), hue: hues.length > lights.length / 2 ? range(hues) : Number.NaN }
}

/** The 95th percentile of how far the result's coarse colours are from the target's: L* and hue. */
function patchesOf(before: FaceRegion, after: FaceRegion, skin: Float32Array): Spread {
  const sigma = Math.max(0.6, PATCH_SIGMA * before.faceWidth)
  const [one, other] = [before, after].map(({ lab: { l, a, b } }) =>
    blurAllWithin([l, a, b], skin, before, sigma),
  )
  const lights: number[] = []
  const hues: number[] = []
  for (let i = 0; i < skin.length; i++) {
    if (skin[i]! < 0.9) continue
    lights.push(Math.abs(one![0]![i]! - other![0]![i]!))
    const colours = [one, other].map((planes) => [planes![1]![i]!, planes![2]![i]!] as const)
    if (Math.min(...colours.map(([a, b]) => Math.hypot(a, b))) < COLOURLESS) continue
    const [p, q] = colours.map(([a, b]) => (Math.atan2(b, a) * 180) / Math.PI)
    hues.push(Math.abs(((p! - q! + 540) % 360) - 180))
  }
  const hue = hues.length > lights.length / 2 ? quantile(hues, 0.95) : Number.NaN
  return { l: quantile(lights, 0.95), hue }
}

function range(values: number[]): number {
  return quantile(values, 0.95) - quantile(values, 0.05)
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((p, q) => p - q)
  return sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN
}

function rowOf({
  target,
  donor,
  result,
  patch,
}: Record<'target' | 'donor' | 'result' | 'patch', Spread>) {
  const cells = (key: keyof Spread) =>
    [target, donor, result, patch].map((one) => one[key].toFixed(1).padStart(6)).join(' ')
  return `${cells('l')}       ${cells('hue')}`
}

function summarise(
  spreads: readonly { target: Spread; result: Spread; patch: Spread }[],
  refusals: ReadonlyMap<string, number>,
): void {
  console.log(`accepted ${spreads.length}`)
  for (const [refusal, count] of refusals) console.log(`refused ${count} ${refusal}`)
  const cells = (values: number[]) => {
    const known = values.filter((value) => !Number.isNaN(value))
    return [0.5, 0.9, 1].map((share) => quantile(known, share).toFixed(2)).join(' ')
  }
  for (const key of ['l', 'hue'] as const) {
    const ratio = spreads.map(({ target, result }) => result[key] / target[key])
    console.log(`${key}: spread of result by target's, median, 9 of 10, most ${cells(ratio)}`)
    console.log(
      `${key}: patches, median, 9 of 10, most ${cells(spreads.map(({ patch }) => patch[key]))}`,
    )
  }
}

async function writePair(path: string, target: Sitter, donor: Sitter, result: Picture) {
  const sheet = createCanvas(3 * TILE.width, TILE.height, [255, 255, 255])
  for (const [column, [picture, face]] of [
    [target.picture, target.face],
    [donor.picture, donor.face],
    [result, target.face],
  ].entries() as Iterable<[number, [Picture, Face]]>) {
    const { width, height, data } = picture
    const png = await sharp(data, { raw: { width, height, channels: 4 } })
      .png({ compressionLevel: 1 })
      .toBuffer()
    sheet.paste(await tileOf(png, face.box, 0.25), column * TILE.width, 0)
  }
  await writeFile(path, await sheet.png())
}
