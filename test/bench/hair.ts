import sharp from 'sharp'
import { HAIR_TRANSFER_TEMPLATES } from '../../catalog/templates/hair-transfer.ts'
import { growStrands } from '../../engine/effects/hair-transfer/grow-strands.ts'
import { readHairstyle } from '../../engine/effects/hair-transfer/hairstyle.ts'
import { type Head, headFrame } from '../../engine/effects/hair-transfer/head.ts'
import { headLight } from '../../engine/effects/hair-transfer/match-hair.ts'
import { renderStrands, strandCount } from '../../engine/effects/hair-transfer/render-strands.ts'
import { hairlineOf } from '../../engine/effects/hair-transfer/scalp.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { openEngine } from '../../engine/perform.ts'
import { hairMatte } from '../../engine/regions/hair-matte.ts'
import { findHeadRegions } from '../../engine/regions/head-regions.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { bust, type SitterName } from '../../samples/bust.ts'
import { median } from './median.ts'

/** A task is measured at a megapixel, the renderer at the largest picture the effect takes. */
const MEGAPIXEL = { width: 976, height: 1024 } as const
const LARGEST = { width: 1024, height: 1024 } as const

const RUNS = 3

/** Prints what a task of hair transfer costs, and the strand renderer alone for each template. */
export async function hair(): Promise<void> {
  console.log(`seconds, medians of ${RUNS} after one that compiles${''.padEnd(8)}cpu     wall`)
  await tasks()
  await templates()
}

async function tasks(): Promise<void> {
  const engine = openEngine()
  const src = await seated('kofi')
  const ways = [
    { label: 'reference', files: { src, ref: [await seated('henrik')] }, params: {} },
    ...['female_bob', 'female_beach_waves', 'male_crew'].map((id) => ({
      label: id,
      files: { src },
      params: { template_id: id },
    })),
  ]
  for (const { label, files, params } of ways) {
    const times = await timed(() =>
      engine.perform({ feature: 'hair-transfer', stage: 'effect', params, files }),
    )
    print(`task at 1 MP, ${label}`, times)
  }
  await engine.close()
}

async function templates(): Promise<void> {
  const vision = await openVision()
  const picture = await decodePicture((await bust('kofi', { ...LARGEST, face: 0.28 })).png)
  const [face] = await detectFaces(picture, vision)
  if (!face) throw new Error('The drawn face was not found.')
  const regions = await findHeadRegions(picture, face, vision)
  vision.close()
  const own = hairMatte(picture, regions)
  const head: Head = { picture, face, regions, hair: own, frame: headFrame(face) }
  for (const { id } of HAIR_TRANSFER_TEMPLATES) {
    const { style, template } = readHairstyle(id)
    const times = await timed(async () => {
      const strands = growStrands(style, hairlineOf(head), strandCount(style, head.frame))
      renderStrands(strands, style, template.palette, head, headLight(head))
    })
    print(`strands at 1024 px, ${id}`, times)
  }
}

async function seated(who: SitterName): Promise<Uint8Array> {
  const { png } = await bust(who, { ...MEGAPIXEL, face: 0.3 })
  return await sharp(png).jpeg({ quality: 92 }).toBuffer()
}

type Times = { cpu: number; wall: number }

async function timed(once: () => Promise<unknown>): Promise<Times> {
  const runs: Times[] = []
  for (let run = 0; run <= RUNS; run++) {
    const before = process.cpuUsage()
    const began = performance.now()
    await once()
    const { user, system } = process.cpuUsage(before)
    if (run > 0) runs.push({ cpu: (user + system) / 1e6, wall: (performance.now() - began) / 1000 })
  }
  return { cpu: median(runs.map(({ cpu }) => cpu)), wall: median(runs.map(({ wall }) => wall)) }
}

function print(label: string, { cpu, wall }: Times): void {
  console.log(`${label.padEnd(44)}${cpu.toFixed(2).padStart(8)}${wall.toFixed(2).padStart(9)}`)
}
