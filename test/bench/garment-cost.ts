import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { clothV3 } from '../../catalog/features/cloth-v3.ts'
import { openEngine } from '../../engine/perform.ts'
import { garmentNamed } from '../../samples/all-garments.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { onePerson } from '../../samples/one-person.ts'
import { median } from './median.ts'
import { preparePhoto } from './prepare-photo.ts'

const RUNS = 3

/** Widths of photographs of 3 : 4, by what they are called: 1, 2 and 12 megapixels. */
const WIDTHS = { '1 MP': 866, '2 MP': 1224, '12 MP': 3000 } as const

type Way = { label: string; who: 'ines' | 'kofi' | 'amara'; garment: string; category: string }

const WAYS: readonly Way[] = [
  { label: 'sweater', who: 'kofi', garment: 'sweater', category: 'upper_body' },
  { label: 'jeans', who: 'ines', garment: 'jeans', category: 'lower_body' },
  { label: 'skirt', who: 'amara', garment: 'pleated-skirt', category: 'lower_body' },
  { label: 'worn shirt', who: 'ines', garment: 'kofi', category: 'upper_body' },
]

/** Prints what a task of garments costs at a megapixel, and the memory of tasks; with `--memory` that alone. */
export async function garmentCost(flags: readonly string[]): Promise<void> {
  const given = flags.filter((flag) => flag.startsWith('--photo=')).map((flag) => flag.slice(8))
  if (given.length > 0) return await takeMemory(given)
  if (!flags.includes('--memory')) await times()
  await memory()
}

async function times(): Promise<void> {
  console.log(`seconds, medians of ${RUNS} after one that compiles${''.padEnd(8)}cpu     wall`)
  const engine = openEngine()
  for (const way of WAYS) {
    const [src, ref] = [await photo(way.who, '1 MP'), await reference(way.garment, '1 MP')]
    const params = { garment_category: way.category, change_shoes: true }
    const [cpus, walls]: [number[], number[]] = [[], []]
    for (let run = 0; run <= RUNS; run++) {
      const [before, began] = [process.cpuUsage(), performance.now()]
      await engine.perform({
        feature: 'cloth-v3',
        stage: 'effect',
        params,
        files: { src, ref: [ref] },
      })
      const { user, system } = process.cpuUsage(before)
      if (run === 0) continue
      cpus.push((user + system) / 1e6)
      walls.push((performance.now() - began) / 1000)
    }
    const cells = [median(cpus).toFixed(2).padStart(8), median(walls).toFixed(2).padStart(9)]
    console.log(`task at 1 MP, ${way.label}`.padEnd(44) + cells.join(''))
  }
  await engine.close()
}

/** Prints the peak resident memory of a process that prepares photographs and does a task, a process for each row. */
async function memory(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-garment-cost-'))
  console.log(`\nMB resident at most${''.padEnd(25)}prepared     done`)
  for (const size of Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]) {
    for (const { label, who, garment, category } of WAYS) {
      const [src, ref] = [join(folder, 'src.jpg'), join(folder, 'ref.jpg')]
      await writeFile(src, await photo(who, size))
      await writeFile(ref, await reference(garment, size))
      const words = [src, ref, category].map((word) => `--photo=${word}`)
      const script = join(import.meta.dirname, 'run.ts')
      const peaks = execFileSync(process.execPath, [script, 'garment-cost', ...words], {
        encoding: 'utf8',
      })
      console.log(`${size}, ${label}`.padEnd(44) + peaks.trim().replace(/^garment-cost\s+/, ''))
    }
  }
  await rm(folder, { recursive: true })
}

/** Prepares photographs as the pipeline does, dresses the person of the first, and prints both peaks. */
async function takeMemory([src, ref, category]: readonly string[]): Promise<void> {
  const engine = openEngine()
  const files = {
    src: await preparePhoto(engine, src!, clothV3.files.src),
    ref: [await preparePhoto(engine, ref!, clothV3.files.ref)],
  }
  const peak = () => (process.resourceUsage().maxRSS / 1000).toFixed(0).padStart(8)
  const after = peak()
  const params = { garment_category: category!, change_shoes: true }
  await engine.perform({ feature: 'cloth-v3', stage: 'effect', params, files })
  console.log(`${after} ${peak()}`)
  await engine.close()
}

/** Drawn at 900 pixels at most and enlarged, as drawings take much longer than photographs at this size. */
async function photo(who: Way['who'], size: keyof typeof WIDTHS): Promise<Buffer> {
  const width = WIDTHS[size]
  const { png } = await onePerson(who, 900)
  return await sharp(png).resize(width).jpeg({ quality: 92 }).toBuffer()
}

async function reference(garment: string, size: keyof typeof WIDTHS): Promise<Buffer> {
  if (garment === 'kofi') return await photo('kofi', size)
  const picture = await drawProduct(garmentNamed(garment))
  return await sharp(picture).resize(WIDTHS[size]).jpeg({ quality: 92 }).toBuffer()
}
