import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Command } from 'commander'
import sharp from 'sharp'
import { openEngine } from '../../engine/perform.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { samplePictures } from '../contact-sheet/sample-pictures.ts'
import type { SamplePicture } from '../contact-sheet/sheet-plan.ts'
import { drawCameraModes } from './draw-camera-modes.ts'
import { drawProductPictures } from './draw-product-pictures.ts'
import { drawWornGarments, drawWornHair } from './draw-transfers.ts'

/** One picture of the README: an effect on a drawn picture, before and after. */
type Example = {
  feature: string
  on: SamplePicture
  reference?: SamplePicture
  params: Record<string, unknown>
}

const EXAMPLES: readonly Example[] = [
  {
    feature: 'body-reshape',
    on: 'drawn woman',
    params: { features: { slim: -60, waist: -40, taller: 40 } },
  },
  {
    feature: 'face-reshape',
    on: 'drawn face',
    params: { features: { eye_size: 70, face_reshape: -60, lip_size: 50 } },
  },
  {
    feature: 'skin-simulation',
    on: 'drawn face with flaws, skin II',
    params: {
      wrinkle: 0.9,
      acne: 1,
      spots: 1,
      dark_circle: 0.9,
      eye_bags: 0.8,
      oiliness: 0.8,
      redness: 0.8,
      texture: 0.6,
    },
  },
  { feature: 'face-lift', on: 'drawn face with flaws, skin IV', params: { type: 'auto' } },
  {
    feature: 'face-swap',
    on: 'drawn face, skin III',
    reference: 'drawn face with flaws, skin V',
    params: { face_mapping: [{ index: 0, position: 0 }] },
  },
]

/** Pixels of a panel's height; two panels stand side by side with a gap. */
const HEIGHT = 420
const GAP = 8

const command = new Command('gallery')
  .description(
    'Draws the pictures of the README and the docs: effects before and after, what is worn and refused, camera and product pictures.',
  )
  .option('--out <folder>', 'where they go', join(PROJECT_ROOT, 'docs', 'images'))
  .option('--only <files...>', 'only these files')
  .parse()
const { out, only } = command.opts<{ out: string; only?: string[] }>()

await mkdir(out, { recursive: true })
const engine = openEngine()
for (const { feature, on, reference, params } of EXAMPLES.filter(({ feature }) =>
  isWanted(`${feature}.jpg`),
)) {
  const names = reference ? [on, reference] : [on]
  const [source, ...references] = (await samplePictures(names)).map(({ bytes }) => bytes)
  const files = { src: source!, ...(references.length > 0 && { ref: references }) }
  const { output } = await engine.perform({ feature, stage: 'effect', params, files })
  const panels = await Promise.all([source!, output!.bytes].map(panel))
  const file = join(out, `${feature}.jpg`)
  await writeFile(file, await sideBySide(panels))
  process.stdout.write(`${file}\n`)
}
const OTHERS = {
  'garments.jpg': () => drawWornGarments(engine),
  'hair.jpg': () => drawWornHair(engine),
  'camera-modes.jpg': drawCameraModes,
  'product-pictures.jpg': drawProductPictures,
}
for (const [name, draw] of Object.entries(OTHERS).filter(([name]) => isWanted(name))) {
  const file = join(out, name)
  await writeFile(file, await draw())
  process.stdout.write(`${file}\n`)
}
await engine.close()

function isWanted(name: string): boolean {
  return only === undefined || only.includes(name)
}

async function panel(bytes: Uint8Array) {
  const { data, info } = await sharp(bytes)
    .resize({ height: HEIGHT })
    .removeAlpha()
    .png()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width }
}

async function sideBySide(panels: readonly { data: Buffer; width: number }[]): Promise<Buffer> {
  let left = 0
  const placed = panels.map(({ data, width }) => {
    const at = { input: data, left, top: 0 }
    left += width + GAP
    return at
  })
  return await sharp({
    create: { width: left - GAP, height: HEIGHT, channels: 3, background: '#ffffff' },
  })
    .composite(placed)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer()
}
