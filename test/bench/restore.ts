import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp, { type Sharp } from 'sharp'
import { bodyReshape } from '../../catalog/features/body-reshape.ts'
import type { Restoration } from '../../catalog/preparation/preparation.ts'
import { preparePicture } from '../../engine/prepare/prepare-picture.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import {
  change,
  drawSource,
  insideLuma,
  insidePsnr,
  KINDS,
  type Kind,
} from '../engine/restore/drawn-change.ts'
import { flagValue } from './flag-value.ts'
import { msSsim } from './ms-ssim.ts'

/** Widths of pictures three wide and four high, by their size in megapixels. */
const WIDTHS = { 2: 1224, 12: 3000, 24: 4242, 50: 6123 } as const

const { framing: _, ...WHOLE } = bodyReshape.files.src
const RULE = { ...WHOLE, maxLongSide: 1280 }

type Measured = Restoration & { seconds: number; megabytes: number }

/**
 * Restores changes of drawn pictures whose truth at full size is known: how near the result is to the truth beside the
 * enlarged picture of the service, and what it costs. `--sizes=2,12` and `--kinds=smoothing` measure only these.
 */
export async function restore(flags: readonly string[]): Promise<void> {
  const [asked, askedKinds] = ['sizes', 'kinds'].map((name) => flagValue(flags, name)?.split(','))
  const kinds = KINDS.filter((kind) => askedKinds?.includes(kind) ?? true)
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  console.log(
    'PSNR (dB) and MS-SSIM against the truth within the change; a process of its own for each restoration',
  )
  console.log(
    '   MP  change      enlarged  restored    gain   MS-SSIM enlarged  restored  changed outside       s      MB',
  )
  try {
    for (const [megapixels, width] of Object.entries(WIDTHS)) {
      if (!asked || asked.includes(megapixels))
        await measureSize(folder, { megapixels, width, kinds })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureSize(
  folder: string,
  { megapixels, width, kinds }: { megapixels: string; width: number; kinds: readonly Kind[] },
): Promise<void> {
  const source = await drawSource(width)
  const original = join(folder, 'source.png')
  const sent = join(folder, 'sent')
  await opened(source).png({ compressionLevel: 1 }).toFile(original)
  const vision = () => Promise.reject(new Error('No model is needed.'))
  const preparation = await preparePicture({ source: original, rule: RULE, into: sent }, { vision })
  if (!preparation) throw new Error('Nothing was prepared.')
  for (const kind of kinds) {
    const returned = join(folder, 'returned')
    await opened(change(await decoded(sent), kind))
      .jpeg({ quality: 95 })
      .toFile(returned)
    const into = join(folder, 'restored.png')
    const parts = [{ sent, returned, preparation }]
    await writeFile(
      join(folder, 'task.json'),
      JSON.stringify({ original, parts, into, metadata: 'none' }),
    )
    const measured = await inProcess(join(folder, 'task.json'))
    await say(megapixels, kind, source, { returned, into }, measured)
  }
}

/** A process of its own, whose memory is only that of restoring. */
async function inProcess(task: string): Promise<Measured> {
  const program = join(import.meta.dirname, 'restore', 'run.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, task])
  return JSON.parse(stdout)
}

async function say(
  megapixels: string,
  kind: Kind,
  source: Picture,
  { returned, into }: { returned: string; into: string },
  { seconds, megabytes }: Measured,
): Promise<void> {
  const { width, height } = source
  const truth = change(source, kind)
  const result = await decoded(into)
  const enlarged = sharp(returned).resize(width, height, { fit: 'fill', kernel: 'lanczos3' })
  const service = await pixels(enlarged)
  const plain = insidePsnr(service, truth)
  const restored = insidePsnr(result, truth)
  const [own, ...others] = [truth, service, result].map(insideLuma)
  const [plainSsim, restoredSsim] = others.map((one) => msSsim(one, own!).toFixed(4))
  let outside = 0
  for (const [at, level] of truth.data.entries()) {
    if (level === source.data[at] && result.data[at] !== level) outside++
  }
  const columns = [
    megapixels.padStart(5),
    ` ${kind.padEnd(10)}`,
    plain.toFixed(1).padStart(9),
    restored.toFixed(1).padStart(9),
    `+${(restored - plain).toFixed(1)}`.padStart(7),
    plainSsim!.padStart(18),
    restoredSsim!.padStart(9),
    `${((100 * outside) / truth.data.length).toFixed(2)} %`.padStart(16),
    seconds.toFixed(1).padStart(7),
    megabytes.toFixed(0).padStart(7),
  ]
  console.log(columns.join(' '))
}

function opened({ width, height, data }: Picture) {
  return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha()
}

async function decoded(file: string): Promise<Picture> {
  return await pixels(sharp(await readFile(file)))
}

async function pixels(image: Sharp): Promise<Picture> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const { width, height } = info
  return { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) }
}
