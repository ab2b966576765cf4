import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { fillHole } from '../../engine/fill/fill-hole.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { PROJECT_ROOT } from '../../lib/project-root.ts'
import { drawScene } from '../engine/fill/draw-scene.ts'
import { installRivals } from './engine-install.ts'
import { type FillScene, type FillSet, fillScenes } from './fill-scenes.ts'
import { inpaintBy } from './inpaint-by.ts'
import { median } from './median.ts'
import { msSsim } from './ms-ssim.ts'
import { openCv } from './open-cv.ts'

/** Pixels around a hole that are compared with it: a seam is half outside. */
const AROUND = 32

type Method = { name: string; fill: (picture: Picture, hole: Uint8Array) => Picture }
type Score = { ssim: number; psnr: number; ms: number }

/**
 * Fills 32 holes of drawn scenes, and more in photographs where they are there, with our fill and with both of
 * OpenCV's, and prints by kind of scene how near each comes to the truth; then as many again that no number was fitted
 * to. Then a hole of a megapixel in twelve. `--gallery` writes every fill to `out/fill`, `--drawn` leaves the
 * photographs out, `--tuned` and `--held-out` do one of the two sets.
 */
export async function fill(flags: readonly string[]): Promise<void> {
  const { cv } = await openCv(installRivals('@techstark/'))
  const methods: Method[] = [
    { name: 'ours', fill: fillHole },
    { name: 'Telea', fill: (picture, hole) => inpaintBy(cv, picture, hole, cv.INPAINT_TELEA) },
    { name: 'Navier', fill: (picture, hole) => inpaintBy(cv, picture, hole, cv.INPAINT_NS) },
  ]
  console.log(
    `MS-SSIM of the hole with ${AROUND} px around it, PSNR within it, means by kind; ms medians`,
  )
  if (!flags.includes('--held-out')) await compare('tuned', methods, flags)
  if (!flags.includes('--tuned')) await compare('held out', methods, flags)
  await large()
}

async function compare(
  set: FillSet,
  methods: readonly Method[],
  flags: readonly string[],
): Promise<void> {
  const heads = methods.map(({ name }) => `${name.padStart(9)}      dB    ms`).join('')
  console.log(`${set.padEnd(24)}${heads}   ahead`)
  const all = await fillScenes(set, !flags.includes('--drawn'))
  let count = 0
  for (const scene of all) {
    const rows: Score[] = []
    for (const method of methods) {
      rows.push(await measure(scene, method, flags.includes('--gallery') ? set : undefined))
    }
    const isAhead = rows.slice(1).every(({ ssim }) => rows[0]!.ssim > ssim)
    if (isAhead) count++
    const cells = rows.map(
      ({ ssim, psnr, ms }) =>
        `${ssim.toFixed(4).padStart(9)}${psnr.toFixed(1).padStart(8)}${ms.toFixed(0).padStart(6)}`,
    )
    console.log(`${scene.kind.padEnd(24)}${cells.join('')}   ${isAhead ? 'yes' : 'no'}`)
  }
  const holes = all.reduce((sum, scene) => sum + scene.holes.length, 0)
  console.log(`${set}: ahead in ${count} of ${all.length} kinds, ${holes} holes`)
}

async function measure(
  scene: FillScene,
  { name, fill: run }: Method,
  gallery: FillSet | undefined,
): Promise<Score> {
  const { kind, picture, holes } = scene
  const scores: Score[] = []
  for (const [n, hole] of holes.entries()) {
    const start = performance.now()
    const filled = run(picture, hole)
    const ms = performance.now() - start
    scores.push({
      ssim: ssimAround(picture, filled, hole),
      psnr: psnrWithin(picture, filled, hole),
      ms,
    })
    if (gallery) await write(filled, `${gallery} ${kind} ${n} ${name}`)
  }
  const mean = (of: (score: Score) => number): number =>
    scores.reduce((sum, score) => sum + of(score), 0) / scores.length
  return {
    ssim: mean(({ ssim }) => ssim),
    psnr: mean(({ psnr }) => psnr),
    ms: median(scores.map(({ ms }) => ms)),
  }
}

/** One hole of a megapixel in twelve. */
async function large(): Promise<void> {
  const { data, info } = await sharp(await drawScene('room', 4000))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const picture = { ...info, data: new Uint8ClampedArray(data) }
  const hole = new Uint8Array(info.width * info.height)
  for (let y = 1000; y < 2000; y++) hole.fill(1, y * info.width + 1500, y * info.width + 2500)
  fillHole(picture, hole)
  const before = process.memoryUsage()
  const [start, busy] = [performance.now(), process.cpuUsage()]
  fillHole(picture, hole)
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(busy)
  const most = process.resourceUsage().maxRSS / 1000
  console.log(
    `1 MP in ${((info.width * info.height) / 1e6).toFixed(0)} MP: ${ms.toFixed(0)} ms, ` +
      `${((user + system) / 1000).toFixed(0)} ms of processor time; ` +
      `${most.toFixed(0)} MB at most of this process, ${(before.rss / 1e6).toFixed(0)} MB before it`,
  )
}

function ssimAround(truth: Picture, filled: Picture, hole: Uint8Array): number {
  const { width, height } = truth
  let [left, right, top, bottom] = [width, 0, height, 0]
  for (let i = 0; i < hole.length; i++) {
    if (!hole[i]) continue
    left = Math.min(left, i % width)
    right = Math.max(right, i % width)
    top = Math.min(top, Math.floor(i / width))
    bottom = Math.max(bottom, Math.floor(i / width))
  }
  left = Math.max(0, left - AROUND)
  top = Math.max(0, top - AROUND)
  const size = {
    width: Math.min(width, right + AROUND) - left,
    height: Math.min(height, bottom + AROUND) - top,
  }
  const luma = ({ data }: Picture) => ({
    ...size,
    data: Float32Array.from({ length: size.width * size.height }, (_, n) => {
      const i = 4 * ((top + Math.floor(n / size.width)) * width + left + (n % size.width))
      return 0.299 * data[i]! + 0.587 * data[i + 1]! + 0.114 * data[i + 2]!
    }),
  })
  return msSsim(luma(truth), luma(filled))
}

function psnrWithin(truth: Picture, filled: Picture, hole: Uint8Array): number {
  let [sum, count] = [0, 0]
  for (let i = 0; i < hole.length; i++) {
    if (!hole[i]) continue
    count += 3
    for (let c = 4 * i; c < 4 * i + 3; c++) sum += (truth.data[c]! - filled.data[c]!) ** 2
  }
  return 10 * Math.log10(255 ** 2 / Math.max(1e-6, sum / count))
}

async function write({ width, height, data }: Picture, name: string): Promise<void> {
  const folder = join(PROJECT_ROOT, 'out', 'fill')
  await mkdir(folder, { recursive: true })
  await sharp(data, { raw: { width, height, channels: 4 } })
    .png()
    .toFile(join(folder, `${name}.png`))
}
