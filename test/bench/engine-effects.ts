import sharp from 'sharp'
import { EFFECTS } from '../../engine/effects/effects.ts'
import { encodePicture, JPEG_OPTIONS } from '../../engine/media/encode-picture.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import { type Engine, openEngine } from '../../engine/perform.ts'
import type { BenchCase } from '../../engine/performers/effect.ts'
import type { EffectStep } from '../../engine/performers/performer.ts'
import { GARMENTS } from '../../samples/all-garments.ts'
import { productNamed } from '../../samples/all-products.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { drawMask } from '../contact-sheet/draw-mask.ts'
import { type Megapixels, pictureOf } from './engine-pictures.ts'
import { median } from './median.ts'

/** Sizes beyond a feature's own limits are measured too. */
const NO_LIMITS = { formats: ['jpeg'], maxBytes: 50_000_000, maxLongSide: 8000 } as const

const NO_MASK_LIMITS = { ...NO_LIMITS, formats: ['png'] } as const

/** An ellipse of a quarter of the picture, in percents of its sides. */
const HOLE = 'M25 53 a28 28 0 1 0 56 0 a28 28 0 1 0 -56 0Z'
const PERCENTS = { width: 100, height: 100 } as const

/**
 * A task's own steps; the first decodes and finds, at once where the picture is a large JPEG and faces are looked for.
 */
const STEPS = ['open', 'effect', 'write'] as const

/** Prints what each effect's tasks cost by step and size, as the effects declare them. */
export async function effectTimes(runs: number): Promise<void> {
  console.log(
    `ms, medians of ${runs}; "decode" and "encode" alone, the library as it comes, then a task: ` +
      '"open" decodes and finds,',
  )
  console.log(
    '"write" encodes what was changed. The ratio is the task by decode and encode alone; in the',
  )
  console.log('last column "encode" is how results are written, without codes made to measure')
  const heads = ['decode', 'encode', ...STEPS, 'task', 'ratio', 'as ours']
  console.log(`${''.padEnd(42)}MP${heads.map((head) => head.padStart(8)).join('')}`)
  const engine = openEngine()
  for (const megapixels of [2, 12] satisfies Megapixels[]) {
    for (const [feature, { bench }] of Object.entries(EFFECTS)) {
      for (const each of bench) await printCase(engine, feature, each, megapixels, runs)
    }
  }
  await engine.close()
}

async function printCase(
  engine: Engine,
  feature: string,
  benchCase: BenchCase,
  megapixels: Megapixels,
  runs: number,
): Promise<void> {
  const { label, on, references = 0 } = benchCase
  // `npm run bench -- video` measures these.
  if (on === 'video') return
  const bytes = await pictureOf(on, megapixels)
  const measured: { alone: Alone; task: Task }[] = []
  for (let run = 0; run <= runs; run++) {
    // In turn, so that both have the same machine.
    const alone = await timesAlone(bytes)
    const task = await taskTimes(engine, feature, benchCase, bytes)
    // The first run compiles.
    if (run > 0) measured.push({ alone, task })
  }
  const decode = (1 + references) * median(measured.map(({ alone }) => alone.decode))
  const encode = median(measured.map(({ alone }) => alone.encode))
  const steps = STEPS.map((step) => median(measured.map(({ task }) => task[step])))
  const all = steps.reduce((sum, time) => sum + time, 0)
  const cells = [decode, encode, ...steps, all].map((time) => time.toFixed(0).padStart(8))
  const asOurs = median(measured.map(({ alone }) => alone.asOurs))
  const ratios = [encode, asOurs].map((to) => (all / (decode + to)).toFixed(2).padStart(8))
  const name = label === undefined ? feature : `${feature}, ${label}`
  const head = `${name.padEnd(32)}${on.padEnd(10)}`
  console.log(`${head}${String(megapixels).padStart(2)}${cells.join('')}${ratios.join('')}`)
}

type Alone = { decode: number; encode: number; asOurs: number }
type Task = Record<(typeof STEPS)[number], number>

async function timesAlone(bytes: Uint8Array): Promise<Alone> {
  const t0 = performance.now()
  const { picture, format } = await openPicture(bytes, NO_LIMITS)
  const t1 = performance.now()
  await encodePicture(picture, format)
  const t2 = performance.now()
  const { width, height, data } = picture
  const { quality, chromaSubsampling } = JPEG_OPTIONS
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  await raw.removeAlpha().jpeg({ quality, chromaSubsampling }).toBuffer()
  return { decode: t1 - t0, encode: performance.now() - t2, asOurs: t2 - t1 }
}

/** Times the steps of one task. An effect that only reads writes no file. */
async function taskTimes(
  engine: Engine,
  feature: string,
  { params, references, masked, product }: BenchCase,
  src: Uint8Array,
): Promise<Task> {
  const own = product === undefined ? undefined : await drawProduct(artNamed(product))
  const ref = own ? [own] : Array.from({ length: references ?? 0 }, () => src)
  const files = {
    src,
    ...(ref.length > 0 && { ref }),
    ...(masked && { msk: await drawMask(await sharp(src).metadata(), HOLE, PERCENTS) }),
  }
  const begun: Partial<Record<EffectStep, number>> = {}
  const start = performance.now()
  await engine.perform(
    {
      feature,
      stage: 'effect',
      params,
      files,
      limits: { src: NO_LIMITS, ref: NO_LIMITS, msk: NO_MASK_LIMITS },
    },
    {
      onStep: (step) => {
        begun[step] = performance.now()
      },
    },
  )
  const end = performance.now()
  const { apply = end, encode = end } = begun
  return { open: apply - start, effect: encode - apply, write: end - encode }
}

function artNamed(name: string): Parameters<typeof drawProduct>[0] {
  return GARMENTS.find((art) => art.name === name) ?? productNamed(name)
}
