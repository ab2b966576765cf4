import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Fault } from '../../catalog/fault.ts'
import type { PictureRule } from '../../catalog/feature.ts'
import type { Preparation } from '../../catalog/preparation.ts'
import { decodePicture } from '../media/decode-picture.ts'
import { admitPicture } from '../media/open-picture.ts'
import type { Box, Size } from '../raster/picture.ts'
import { cropToTarget, isFramed, requireLargeEnough } from './crop-to-target.ts'
import { decodePart } from './decode-part.ts'
import { encodeSent, type SentFile } from './encode-sent.ts'
import { findTarget, type TargetNets } from './find-target.ts'
import { fitRatio, fitSize, MAX_ENLARGEMENT, mostRatio } from './fit-size.ts'
import { describeSource, openSource, type Source } from './open-source.ts'

/** What is to be prepared: files by their paths. */
export type PreparePictureInput = {
  source: string
  /** The file rule of the feature. */
  rule: PictureRule
  /** Where the file to send goes. */
  into: string
  /** The target of the recipe's step, `largest` by default. */
  target?: string
}

/** The models, loaded only where a rule asks for a face or hand. */
export type PreparePictureDeps = { vision: () => Promise<TargetNets> }

/** The longer side of the copy that targets are searched in, in pixels. */
const SEARCHED_SIDE = 2048

/** How often a crop is made tighter when the target was measured smaller in it than in the whole picture. */
const MAX_CROPS = 3

/** How much smaller a picture becomes when its file has too many bytes at every quality. */
const SMALLER = 0.85

/**
 * Makes a source meet a feature's file rule: crops it to the target, converts it, and scales it to the largest size
 * that meets the rule.
 * @returns undefined where the file meets the rule as it is; nothing is written then
 * @throws Fault that says in words why the file cannot be read or made to fit
 */
export async function preparePicture(
  { source: path, rule, into, target: choice = 'largest' }: PreparePictureInput,
  { vision }: PreparePictureDeps,
): Promise<Preparation | undefined> {
  const admitted = await meetsRule(path, rule)
  if (admitted && !rule.framing) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'prepare-'))
  try {
    const source = await openSource(path, folder)
    return await prepare(source, admitted, { rule, into, choice, vision })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Task = { rule: PictureRule; into: string; choice: string } & PreparePictureDeps

async function prepare(
  source: Source,
  admitted: boolean,
  { rule, into, choice, vision }: Task,
): Promise<Preparation | undefined> {
  const framed =
    rule.framing && choice !== 'all' ? await frame(source, rule, choice, vision) : undefined
  if (admitted && !framed) return undefined
  const crop = framed?.crop ?? (await cropToRatio(source, rule, choice, vision))
  const { file, size } = framed ?? (await scaleToRule(source, crop, rule))
  await writeFile(into, file.bytes)
  return {
    source: describeSource(source),
    crop,
    sent: {
      format: file.format,
      ...size,
      bytes: file.bytes.length,
      factor: Math.sqrt((size.width * size.height) / (crop.width * crop.height)),
    },
    ...(framed && { target: framed.target }),
  }
}

/** Whether the service would take the file as it is. What cannot be read at all is said by {@link openSource}. */
async function meetsRule(path: string, rule: PictureRule): Promise<boolean> {
  const { size } = await stat(path)
  if (size >= rule.maxBytes) return false
  try {
    await admitPicture(await readFile(path), rule)
    return true
  } catch (error) {
    if (error instanceof Fault) return false
    throw error
  }
}

/** Scales a part of a source to the largest size that meets a rule. */
async function scaleToRule(
  source: Source,
  crop: Box,
  rule: PictureRule,
): Promise<{ file: SentFile; size: Size }> {
  for (let maxLongSide = rule.maxLongSide; ; maxLongSide = Math.floor(maxLongSide * SMALLER)) {
    const size = fitSize(crop, { ...rule, maxLongSide })
    const file = await encodeSent(await decodePart(source, crop, size), rule)
    if (file) return { file, size }
  }
}

/** The part whose sides the rule allows: all of the picture, or around the target where the rule names one. */
async function cropToRatio(
  source: Source,
  rule: PictureRule,
  choice: string,
  vision: PreparePictureDeps['vision'],
): Promise<Box> {
  const { width, height } = source
  if (Math.max(width, height) <= Math.min(width, height) * mostRatio(rule)) {
    return { left: 0, top: 0, width, height }
  }
  const target = rule.framing && (await search(source, rule.framing.finds, choice, vision))
  if (!target) return fitRatio(source, rule)
  const centre = { x: target.left + target.width / 2, y: target.top + target.height / 2 }
  return fitRatio(source, rule, centre)
}

type Framed = { crop: Box; target: Box; file: SentFile; size: Size }

/**
 * Crops a source around its target, where the target fills too little of the picture. What is sent is measured again as
 * the service does it, because a face found in another crop is not found to the same pixel.
 */
async function frame(
  source: Source,
  rule: PictureRule,
  choice: string,
  vision: PreparePictureDeps['vision'],
): Promise<Framed | undefined> {
  const framing = rule.framing!
  const target = await search(source, framing.finds, choice, vision)
  const whole = fitRatio(source, rule)
  const shrunk = fitFactor(whole, rule)
  if (
    !target ||
    isFramed(source, target, { ...framing, minPixels: (framing.minPixels ?? 0) / shrunk })
  )
    return undefined
  requireLargeEnough(target, framing, (framing.minPixels ?? 0) / MAX_ENLARGEMENT)
  for (let crops = 1, tighter = 1; ; crops++) {
    const crop = cropToTarget(source, target, framing, tighter)
    requireLargeEnough(target, framing, leastTarget(crop, target, rule))
    const fitted = await scaleToRule(source, crop, rule)
    const found = await findTarget(
      await decodePicture(fitted.file.bytes),
      framing.finds,
      'largest',
      await vision(),
    )
    if (found && isFramed(fitted.size, found, framing)) return { crop, target: found, ...fitted }
    if (crops === MAX_CROPS) {
      throw new Fault(
        framing.finds === 'face' ? 'small-face' : 'small',
        `The ${framing.finds} cannot be shown at ${Math.round(framing.minWidth * 100)} % of the picture's width.`,
      )
    }
    tighter *= found
      ? Math.max(1.05, (framing.minWidth * fitted.size.width * 1.03) / found.width)
      : 0.85
  }
}

/** The least width of a target whose crop need not be enlarged more than is allowed. */
function leastTarget(crop: Box, target: Box, { minShortSide = 1 }: PictureRule): number {
  return (target.width * minShortSide) / MAX_ENLARGEMENT / Math.min(crop.width, crop.height)
}

/** Sent pixels per source pixel of a whole picture; 1 where it cannot be sent whole. */
function fitFactor(whole: Box, rule: PictureRule): number {
  try {
    return Math.min(1, fitSize(whole, rule).width / whole.width)
  } catch {
    return 1
  }
}

/** The chosen target in pixels of the source, searched in a smaller copy. */
async function search(
  source: Source,
  finds: 'face' | 'hand',
  choice: string,
  vision: PreparePictureDeps['vision'],
): Promise<Box | undefined> {
  const { width, height } = source
  const factor = Math.min(1, SEARCHED_SIDE / Math.max(width, height))
  const size = {
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  }
  const copy = await decodePart(source, { left: 0, top: 0, width, height }, size)
  const box = await findTarget(copy, finds, choice, await vision())
  return (
    box && {
      left: (box.left * width) / size.width,
      top: (box.top * height) / size.height,
      width: (box.width * width) / size.width,
      height: (box.height * height) / size.height,
    }
  )
}
