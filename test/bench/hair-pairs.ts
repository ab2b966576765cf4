import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import type { FileRole } from '../../catalog/failures/file-role.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import { hairTransfer } from '../../catalog/features/hair-transfer.ts'
import { HAIR_TRANSFER_TEMPLATES } from '../../catalog/templates/hair-transfer.ts'
import { compositeHair } from '../../engine/effects/hair-transfer/composite-hair.ts'
import {
  findRemainingHair,
  fitReference,
  fitTemplate,
} from '../../engine/effects/hair-transfer/fit-hair.ts'
import type { Head } from '../../engine/effects/hair-transfer/head/head.ts'
import { readHead } from '../../engine/effects/hair-transfer/read-head.ts'
import type { HairLayer } from '../../engine/effects/hair-transfer/reference/place-hair.ts'
import { fillUncovered } from '../../engine/effects/hair-transfer/uncover/bare-head.ts'
import type { Box } from '../../engine/geometry/box.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import type { Vision } from '../../engine/vision/vision.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bust, type SitterName } from '../../samples/bust.ts'
import { headNumbered } from '../../samples/wearers.ts'
import { flagValue } from './flag-value.ts'

const PHOTOS = join(PROJECT_ROOT, '..', 'shared', 'photos')

/** Photographs of the folder with one head each. */
const PHOTOGRAPHED = [
  ...['ai-body.jpg', 'ai-upper.jpg', 'astronaut.png', 'cgi-model-4.jpg', 'cgi-model-13.jpg'],
  ...['cgi-model-14.jpg', 'cgi-model-23.jpg', 'cgi-model-27.jpg', 'cgi-model-28.jpg'],
  ...['obama.jpg', 'portrait.jpg', 'pose.jpg', 'three_people.jpg'],
]

const DRAWN: readonly SitterName[] = ['henrik', 'amara', 'ines', 'kofi', 'maren']

/** How many drawn people are chosen by number, and how many of the numbers after them nothing was tuned on. */
const NUMBERED = 12
const HELD_OUT = 6

/** What of a photograph is shown with a head: widths of the face beside, above and below its middle. */
const SHOWN = { beside: 1.7, above: 1.75, below: 2.3 } as const

/** The largest picture the effect takes, and the least face: smaller ones are enlarged, up to twice. */
const LONG_SIDE = 1024
const LEAST_FACE = 140

type Sitter = { name: string; src: Head | Fault; ref: Head | Fault }

/**
 * Gives photographed and drawn people each other's hair in both directions, or with `--templates` that of the
 * templates: who is accepted, and who is refused with what code. Whether a hairdresser would show what is accepted is
 * judged by eye: `--into=FOLDER` writes person, reference and result side by side. `--only=obama` keeps pairs with such
 * a name, `--photos=FOLDER` has the photographs.
 * `--held-out` gives the drawn people alone whom nothing was tuned on each other's hair.
 */
export async function hairPairs(flags: readonly string[]): Promise<void> {
  const [only, into, photos] = ['only', 'into', 'photos'].map((name) => flagValue(flags, name))
  if (into) await mkdir(into, { recursive: true })
  const vision = await openVision()
  const isHeldOut = flags.includes('--held-out')
  const sitters = isHeldOut
    ? await numbered(vision, NUMBERED, HELD_OUT)
    : await sittersOf(vision, photos ?? PHOTOS)
  vision.close()
  const ways = flags.includes('--templates')
    ? HAIR_TRANSFER_TEMPLATES.map(({ id }) => ({ name: id, ref: id }))
    : sitters
  const outcomes = new Map<string, number>()
  for (const wearer of sitters) {
    for (const { name: from, ref } of ways) {
      const name = `${wearer.name} with ${from}`
      if (wearer.name === from || (only && !name.includes(only))) continue
      const made = transferred(wearer.src, ref)
      const outcome = made instanceof Fault ? refusalOf(made) : 'accepted'
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
      const words = made instanceof Fault ? `${outcome}: ${made.message}` : outcome
      console.log(`${name.padEnd(44)}${words}`)
      if (!into || made instanceof Fault || wearer.src instanceof Fault) continue
      const seen = [wearer.src.picture, ...(typeof ref === 'string' ? [] : [(ref as Head).picture])]
      await writeRow(join(into, `${name.replaceAll(' ', '_')}.png`), [...seen, made])
    }
  }
  for (const [outcome, count] of [...outcomes].sort()) console.log(`${count} ${outcome}`)
}

function transferred(wearer: Head | Fault, from: Head | Fault | string): Picture | Fault {
  try {
    if (wearer instanceof Fault) throw wearer
    if (from instanceof Fault) throw from
    const layer: HairLayer =
      typeof from === 'string'
        ? fitTemplate(wearer, from, 'ref')
        : fitReference(wearer, from, 'ref')
    const bare = fillUncovered(wearer, findRemainingHair(wearer, layer, false))
    return compositeHair(wearer, bare, layer)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

function refusalOf(fault: Fault): string {
  return `${codeOf(hairTransfer, fault)}, ${fault.condition} of ${fault.role}`
}

async function sittersOf(vision: Vision, photos: string): Promise<Sitter[]> {
  const sitters: Sitter[] = []
  for (const file of PHOTOGRAPHED) {
    const path = join(photos, file)
    if (!existsSync(path)) continue
    const heads = await headsOf(path, vision)
    for (const [n, bytes] of heads.entries()) {
      const suffix = heads.length > 1 ? `#${n}` : ''
      sitters.push(await sitterOf(file.replace(/\..*/, '') + suffix, bytes, vision))
    }
  }
  for (const name of DRAWN) sitters.push(await sitterOf(name, (await bust(name)).png, vision))
  return [...sitters, ...(await numbered(vision, 0, NUMBERED))]
}

async function numbered(vision: Vision, from: number, count: number): Promise<Sitter[]> {
  const sitters: Sitter[] = []
  for (let n = from; n < from + count; n++) {
    sitters.push(await sitterOf(`drawn-${n}`, (await headNumbered(n)).png, vision))
  }
  return sitters
}

async function sitterOf(name: string, bytes: Uint8Array, vision: Vision): Promise<Sitter> {
  // The effect takes no PNG.
  const jpeg = await sharp(bytes).flatten({ background: '#fff' }).jpeg({ quality: 92 }).toBuffer()
  const picture = await decodePicture(jpeg)
  const read = (role: FileRole) => headOf(picture, role, vision)
  return { name, src: await read('src'), ref: await read('ref') }
}

async function headOf(picture: Picture, role: FileRole, vision: Vision): Promise<Head | Fault> {
  try {
    return await readHead(picture, await detectFaces(picture, vision), role, vision)
  } catch (error) {
    if (error instanceof Fault) return error
    throw error
  }
}

/** The part of a photograph around each of its large faces, as people would cut it. */
async function headsOf(path: string, vision: Vision): Promise<Uint8Array[]> {
  const upright = await sharp(path).rotate().toBuffer({ resolveWithObject: true })
  const { width, height } = upright.info
  const faces = await detectFaces(await decodePicture(upright.data), vision)
  const most = Math.max(...faces.map(({ box }) => box.width))
  const shown = faces.filter(({ box }) => box.width > 0.6 * most)
  return await Promise.all(
    shown.map(async ({ box }) => {
      const part = partAround(box, { width, height })
      const scale = Math.max(
        Math.min(1, LONG_SIDE / Math.max(part.width, part.height)),
        Math.min(2, LEAST_FACE / box.width),
      )
      return await sharp(upright.data)
        .extract(part)
        .resize({ width: Math.round(scale * part.width) })
        .png()
        .toBuffer()
    }),
  )
}

function partAround(box: Box, { width, height }: { width: number; height: number }): Box {
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const left = Math.max(0, Math.round(x - SHOWN.beside * box.width))
  const top = Math.max(0, Math.round(y - SHOWN.above * box.width))
  const right = Math.min(width, Math.round(x + SHOWN.beside * box.width))
  const bottom = Math.min(height, Math.round(y + SHOWN.below * box.width))
  return { left, top, width: right - left, height: bottom - top }
}

async function writeRow(path: string, pictures: readonly Picture[]): Promise<void> {
  const height = Math.max(...pictures.map((picture) => picture.height))
  const width = pictures.reduce((sum, picture) => sum + picture.width, 0)
  let left = 0
  const parts = pictures.map((picture) => {
    const raw = { width: picture.width, height: picture.height, channels: 4 as const }
    const part = { input: Buffer.from(picture.data), raw, left, top: 0 }
    left += picture.width
    return part
  })
  const background = { width, height, channels: 3 as const, background: '#ffffff' }
  const png = await sharp({ create: background }).composite(parts).png().toBuffer()
  await writeFile(path, png)
}
