import sharp from 'sharp'
import { JPEG_OPTIONS } from '../../engine/media/encode-jpeg.ts'
import { encodePicture } from '../../engine/media/encode-picture.ts'
import { openPicture } from '../../engine/media/open-picture.ts'
import { type Engine, openEngine } from '../../engine/perform.ts'
import type { EffectStep } from '../../engine/performers/performer.ts'
import { createReadingCache } from '../../engine/reading-cache.ts'
import { GARMENTS } from '../../samples/all-garments.ts'
import { productNamed } from '../../samples/all-products.ts'
import { drawProduct } from '../../samples/draw-product.ts'
import { drawMask } from '../contact-sheet/draw-mask.ts'
import { BENCH_CASES, type BenchCase } from './bench-cases.ts'
import { type Megapixels, pictureOf } from './engine-pictures.ts'
import { median } from './median.ts'

/** Sizes beyond a feature's own limits are measured too. */
const NO_LIMITS = { formats: ['jpeg'], maxBytes: 50_000_000, maxLongSide: 8000 } as const

const NO_MASK_LIMITS = { ...NO_LIMITS, formats: ['png'] } as const

/** Products are drawn as PNGs. */
const NO_REFERENCE_LIMITS = { ...NO_LIMITS, formats: ['jpeg', 'png'] } as const

/** An ellipse of a quarter of the picture, in percents of its sides. */
const HOLE = 'M25 53 a28 28 0 1 0 56 0 a28 28 0 1 0 -56 0Z'
const PERCENTS = { width: 100, height: 100 } as const

/**
 * A task's own steps; the first decodes and finds, at once where the picture is a large JPEG and faces are looked for.
 */
const STEPS = ['open', 'effect', 'write'] as const

/**
 * Prints what each effect's tasks cost by step and size, of each of {@link BENCH_CASES}; of those with a product also
 * where a task before has read it and found the faces.
 * @param only the start of the names of the features that are measured
 */
export async function effectTimes(runs: number, only = ''): Promise<void> {
  console.log(
    `ms, medians of ${runs}; "decode" and "encode" alone, the library as it comes, then a task: ` +
      '"open" decodes and finds,',
  )
  console.log(
    '"write" encodes what was changed. The ratio is the task by decode and encode alone; "as ours"',
  )
  console.log(
    'with "encode" as results are written, without codes made to measure: by the clock, and by',
  )
  console.log('the time of all processors, which other work on the machine changes less')
  const heads = ['decode', 'encode', ...STEPS, 'task', 'ratio', 'as ours', 'by CPU']
  console.log(`${''.padEnd(42)}MP${heads.map((head) => head.padStart(8)).join('')}`)
  const keeping = openEngine()
  const engine = openEngine({ vision: keeping.vision, readings: createReadingCache(0) })
  for (const megapixels of [2, 12] satisfies Megapixels[]) {
    for (const [feature, cases] of Object.entries(BENCH_CASES)) {
      if (!feature.startsWith(only)) continue
      for (const each of cases) {
        await printCase(engine, feature, each, megapixels, runs)
        if (each.product === undefined) continue
        const label = [each.label, 'read before'].filter(Boolean).join(', ')
        await printCase(keeping, feature, { ...each, label }, megapixels, runs)
      }
    }
  }
  await keeping.close()
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
  const times = (clock: keyof Time) => {
    const decode = (1 + references) * median(measured.map(({ alone }) => alone.decode[clock]))
    const encode = median(measured.map(({ alone }) => alone.encode[clock]))
    const asOurs = median(measured.map(({ alone }) => alone.asOurs[clock]))
    const steps = STEPS.map((step) => median(measured.map(({ task }) => task[step][clock])))
    return { decode, encode, asOurs, steps, all: steps.reduce((sum, time) => sum + time, 0) }
  }
  const { decode, encode, asOurs, steps, all } = times('wall')
  const cpu = times('cpu')
  const cells = [decode, encode, ...steps, all].map((time) => time.toFixed(0).padStart(8))
  const ratios = [
    all / (decode + encode),
    all / (decode + asOurs),
    cpu.all / (cpu.decode + cpu.asOurs),
  ].map((ratio) => ratio.toFixed(2).padStart(8))
  const name = label === undefined ? feature : `${feature}, ${label}`
  const head = `${name.padEnd(32)}${on.padEnd(10)}`
  console.log(`${head}${String(megapixels).padStart(2)}${cells.join('')}${ratios.join('')}`)
}

/** Milliseconds that have passed, and that processors have worked. */
type Time = { wall: number; cpu: number }
type Alone = { decode: Time; encode: Time; asOurs: Time }
type Task = Record<(typeof STEPS)[number], Time>

function now(): Time {
  const { user, system } = process.cpuUsage()
  return { wall: performance.now(), cpu: (user + system) / 1000 }
}

function between(from: Time, to: Time): Time {
  return { wall: to.wall - from.wall, cpu: to.cpu - from.cpu }
}

async function timesAlone(bytes: Uint8Array): Promise<Alone> {
  const t0 = now()
  const { picture, format } = await openPicture(bytes, NO_LIMITS)
  const t1 = now()
  await encodePicture(picture, format)
  const t2 = now()
  const { width, height, data } = picture
  const { quality, chromaSubsampling } = JPEG_OPTIONS
  const raw = sharp(data, { raw: { width, height, channels: 4 } })
  await raw.removeAlpha().jpeg({ quality, chromaSubsampling }).toBuffer()
  return { decode: between(t0, t1), encode: between(t2, now()), asOurs: between(t1, t2) }
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
  const begun: Partial<Record<EffectStep, Time>> = {}
  const start = now()
  await engine.perform(
    {
      feature,
      stage: 'effect',
      params,
      files,
      limits: { src: NO_LIMITS, ref: NO_REFERENCE_LIMITS, msk: NO_MASK_LIMITS },
    },
    {
      onStep: (step) => {
        begun[step] = now()
      },
    },
  )
  const end = now()
  const { apply = end, encode = end } = begun
  return {
    open: between(start, apply),
    effect: between(apply, encode),
    write: between(encode, end),
  }
}

function artNamed(name: string): Parameters<typeof drawProduct>[0] {
  return GARMENTS.find((art) => art.name === name) ?? productNamed(name)
}
