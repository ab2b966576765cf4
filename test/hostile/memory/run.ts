import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { openEngine } from '../../../engine/perform.ts'
import { onePerson } from '../../../samples/one-person.ts'
import { portrait } from '../portrait.ts'

/** The largest pictures a feature takes, as large as its files may be. */
const CASES: Readonly<Record<string, () => Promise<Parameters<typeof perform>>>> = {
  'face-reshape': async () => {
    const global = { skin_smooth_strength: 80, skin_smooth_color_intensity: 80 }
    return ['face-reshape', { features: { face_reshape: -80 }, global }, { src: await face(4096) }]
  },
  'face-swap': async () => {
    const src = await face(4096)
    const face_mapping = [{ index: 0, position: 0 }]
    return ['face-swap', { face_mapping }, { src, ref: [src.slice()] }]
  },
  'face-swap, twenty': async () => {
    const giver = await face(4096)
    // Twenty files of their own, as they come over the wire.
    const ref = Array.from({ length: 20 }, () => giver.slice())
    const face_mapping = ref.map((_, index) => ({ index, position: index }))
    return ['face-swap', { face_mapping }, { src: await twenty(), ref }]
  },
  'skin-simulation': async () => {
    const all = ['wrinkle', 'radiance', 'oiliness', 'acne', 'eye_bags', 'dark_circle', 'spots']
    const params = [...all, 'pores', 'texture', 'redness'].map((concern) => [concern, 1])
    return ['skin-simulation', Object.fromEntries(params), { src: await face(2560) }]
  },
  'body-reshape': async () => {
    const src = await sharp((await onePerson()).png)
      .resize(2048, 2048, { fit: 'cover' })
      .png()
    return ['body-reshape', { features: { slim: -80, taller: 50 } }, { src: await src.toBuffer() }]
  },
}

async function face(side: number): Promise<Uint8Array> {
  const drawn = await portrait({ width: 1024, height: 1024, scale: 10.4 })
  return await drawn.resize(side, side).jpeg({ quality: 97 }).toBuffer()
}

/** Five rows of four faces, 4,096 pixels each way. */
async function twenty(): Promise<Uint8Array> {
  const one = await portrait({ width: 1024, height: 819, scale: 6.6 })
  const tile = await one.raw().toBuffer()
  const raw = { width: 1024, height: 819, channels: 3 as const }
  const tiles = Array.from({ length: 20 }, (_, at) => ({
    input: tile,
    raw,
    left: (at % 4) * 1024,
    top: Math.floor(at / 4) * 819,
  }))
  const sheet = sharp({ create: { width: 4096, height: 4096, channels: 3, background: '#b9bcb6' } })
  return await sheet.composite(tiles).jpeg({ quality: 97 }).toBuffer()
}

async function perform(
  feature: string,
  params: Record<string, unknown>,
  files: { src: Uint8Array; ref?: Uint8Array[] },
): Promise<void> {
  const engine = openEngine()
  await engine.perform({ feature, stage: 'effect', params, files })
  await engine.close()
}

/**
 * The most memory that this process had. Linux's `maxRSS` begins with what its parent had when it started it, which
 * may be gigabytes; `VmHWM` is of this program alone.
 */
function peakKilobytes(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes)
}

const [name = ''] = process.argv.slice(2)
const make = CASES[name]
if (!make) throw new Error(`There is no case ${name}; there are ${Object.keys(CASES).join(', ')}.`)
await perform(...(await make()))
const peak = peakKilobytes() / 1024
process.stdout.write(JSON.stringify({ name, peakMb: Math.round(peak) }))
