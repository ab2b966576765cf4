import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { hairTransfer } from '../../catalog/features/hair-transfer.ts'
import { HAIR_TRANSFER_TEMPLATES } from '../../catalog/templates/hair-transfer.ts'
import { type Head, headFrame } from '../../engine/effects/hair-transfer/head/head.ts'
import { hairlineOf } from '../../engine/effects/hair-transfer/head/scalp.ts'
import { measureHeadLight } from '../../engine/effects/hair-transfer/match/match-hair.ts'
import { growStrands } from '../../engine/effects/hair-transfer/strands/grow-strands.ts'
import { readHairstyle } from '../../engine/effects/hair-transfer/strands/hairstyle.ts'
import {
  renderStrands,
  strandCount,
} from '../../engine/effects/hair-transfer/strands/render-strands.ts'
import type { Size } from '../../engine/geometry/size.ts'
import { decodePicture } from '../../engine/media/decode-picture.ts'
import { openEngine } from '../../engine/perform.ts'
import { hairMatte } from '../../engine/regions/hair/hair-matte.ts'
import { findHeadRegions } from '../../engine/regions/head/head-regions.ts'
import { detectFaces } from '../../engine/vision/faces/detect-faces.ts'
import { openVision } from '../../engine/vision/load/open-vision.ts'
import { bust, type SitterName } from '../../samples/bust.ts'
import { median } from './median.ts'
import { preparePhoto } from './prepare-photo.ts'

/** A task is measured at a megapixel, the renderer at the largest picture the effect takes. */
const MEGAPIXEL = { width: 976, height: 1024 } as const
const LARGEST = { width: 1024, height: 1024 } as const

const RUNS = 3

/** Photographs whose memory is measured: what the effect takes, and what a telephone makes. */
const PHOTOS = [MEGAPIXEL, { width: 1376, height: 1448 }, { width: 3000, height: 4000 }] as const

/**
 * Prints what a task of hair transfer costs, the strand renderer alone for each template, and the memory of tasks; with
 * `--memory` that alone.
 */
export async function hair(flags: readonly string[]): Promise<void> {
  const photos = flags.filter((flag) => flag.startsWith('--photo=')).map((flag) => flag.slice(8))
  if (photos.length > 0) return await takeMemory(photos)
  if (flags.includes('--memory')) return await memory()
  console.log(`seconds, medians of ${RUNS} after one that compiles${''.padEnd(8)}cpu     wall`)
  await tasks()
  await templates()
  await memory()
}

/** Prints the peak resident memory of a process that prepares photographs and does a task, a process for each row. */
async function memory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-hair-'))
  console.log(`\nMB resident at most${''.padEnd(25)}prepared     done`)
  for (const size of PHOTOS) {
    const [src, ref] = (['kofi', 'henrik'] as const).map((who) => join(folder, `${who}.jpg`))
    await writeFile(src!, await seated('kofi', size))
    await writeFile(ref!, await seated('henrik', size))
    for (const files of [[src!], [src!, ref!]]) {
      const photos = files.map((path) => `--photo=${path}`)
      const script = join(import.meta.dirname, 'run.ts')
      const peaks = execFileSync(process.execPath, [script, 'hair', ...photos], {
        encoding: 'utf8',
      })
      const way = files.length > 1 ? 'reference' : 'female_bob'
      const label = `${size.width} × ${size.height}, ${way}`
      console.log(label.padEnd(44) + peaks.trim().replace(/^hair\s+/, ''))
    }
  }
  await rm(folder, { recursive: true })
}

/** Prepares photographs as the pipeline does, wears the second one's hair or a template's, and prints both peaks. */
async function takeMemory([src, ref]: readonly string[]): Promise<void> {
  const engine = openEngine()
  const files = {
    src: await preparePhoto(engine, src!, hairTransfer.files.src),
    ...(ref && { ref: [await preparePhoto(engine, ref, hairTransfer.files.ref)] }),
  }
  const peak = () => (process.resourceUsage().maxRSS / 1000).toFixed(0).padStart(8)
  const after = peak()
  const params = ref ? {} : { template_id: 'female_bob' }
  await engine.perform({ feature: 'hair-transfer', stage: 'effect', params, files })
  console.log(`${after} ${peak()}`)
  await engine.close()
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
      renderStrands(strands, style, template.palette, head, measureHeadLight(head))
    })
    print(`strands at 1024 px, ${id}`, times)
  }
}

async function seated(who: SitterName, size: Size = MEGAPIXEL): Promise<Uint8Array> {
  const { png } = await bust(who, { ...size, face: 0.3 })
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
