import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { bust, type SitterName } from '../../samples/bust.ts'
import { onePerson } from '../../samples/one-person.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { wrist } from '../../samples/wrist.ts'
import { drawFace } from '../engine/face/draw-face.ts'
import * as flaws from '../engine/face/flaws.ts'
import { SKIN_TONES } from '../engine/face/skin-tones.ts'
import { drawScene, SCENES, type Scene } from '../engine/fill/draw-scene.ts'
import type { SamplePicture } from './sheet-plan.ts'

/** A picture an effect is shown on. */
export type Sample = { name: string; bytes: Uint8Array }

/** Development photographs; they are no part of the project, and a sheet without them shows the drawn pictures. */
const PHOTOS = join(PROJECT_ROOT, '..', 'shared', 'photos')

/** The pictures of some names, without the photographs that are not there. */
export async function samplePictures(names: readonly SamplePicture[]): Promise<Sample[]> {
  const samples = await Promise.all(names.map(sampleNamed))
  return samples.filter((sample) => sample !== undefined)
}

async function sampleNamed(name: SamplePicture): Promise<Sample | undefined> {
  const bytes = /\.(jpg|png)$/.test(name) ? await photograph(name) : await drawn(name)
  return bytes && { name, bytes }
}

/** Parts of photographs with one head each, for what needs a neck of some width: their box, in pixels. */
const HEADS: Record<string, { left: number; top: number; width: number; height: number }> = {
  'cgi-model-13.jpg': { left: 124, top: 0, width: 598, height: 673 },
  'cgi-model-4.jpg': { left: 433, top: 0, width: 301, height: 338 },
  'three_people.jpg': { left: 681, top: 0, width: 368, height: 450 },
}

/** A head is shown at this width: the smallest one is a third of it. */
const HEAD_WIDTH = 900

async function photograph(name: string): Promise<Uint8Array | undefined> {
  const [, whole] = /^head of (.*)$/.exec(name) ?? []
  if (whole) {
    const bytes = await photograph(whole)
    return bytes && sharp(bytes).extract(HEADS[whole]!).resize(HEAD_WIDTH).png().toBuffer()
  }
  const path = join(PHOTOS, name)
  return existsSync(path) ? await readFile(path) : undefined
}

/** Who sits for the drawn busts. */
const SITTERS: Record<string, SitterName> = {
  'hair up': 'maren',
  'long hair': 'amara',
  'short hair': 'henrik',
  'curly hair': 'ines',
  collar: 'kofi',
}

async function drawn(name: SamplePicture): Promise<Uint8Array> {
  const sitter = SITTERS[/^drawn bust, (.*)$/.exec(name)?.[1] ?? '']
  if (sitter) return (await bust(sitter)).png
  if (name === 'drawn wrist') return (await wrist('amara')).png
  if (name === 'drawn woman') return (await onePerson()).png
  if (name === 'drawn man') return (await onePerson('henrik')).png
  if (name === 'two drawn people, the left one') return (await twoPeople()).png
  const scene = name.slice('drawn '.length)
  if (Object.hasOwn(SCENES, scene)) return await drawScene(scene as Scene)
  const type = / skin (\w+)$/.exec(name)?.[1] as keyof typeof SKIN_TONES | undefined
  return await drawnFace(SKIN_TONES[type ?? 'II'], name.includes('with flaws') ? allFlaws() : '')
}

async function drawnFace(skin: string, marks: string): Promise<Uint8Array> {
  const { picture } = await drawFace({ look: { skin }, marks })
  const { width, height, data } = picture
  return await sharp(data, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer()
}

function allFlaws(): string {
  return (
    flaws.flush() +
    flaws.poreDots() +
    flaws.bumps() +
    flaws.foreheadLines() +
    flaws.darkCircles() +
    flaws.bags() +
    flaws.shine() +
    flaws.brownSpots() +
    flaws.pimples()
  )
}
