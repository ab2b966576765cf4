import sharp from 'sharp'
import { Fault } from '../../catalog/failures/fault.ts'
import { codeOf } from '../../catalog/features/code-of.ts'
import type { Feature } from '../../catalog/features/feature.ts'
import { isPicture } from '../../catalog/files/file-rule.ts'
import type { Box } from '../../engine/geometry/box.ts'
import type { Engine } from '../../engine/perform.ts'
import type { Tile } from './canvas.ts'

/** What came of one task: a file, result fields, or the refusal. */
export type TaskOutcome = {
  bytes?: Uint8Array
  values?: Record<string, unknown>
  refused?: string
  ms: number
}

/** Size of a tile in pixels; pictures are fitted into it. */
export const TILE = { width: 360, height: 400 } as const

/** Carries out one effect; a Fault is an outcome too. */
export async function runEffect(
  engine: Engine,
  feature: Feature,
  params: Readonly<Record<string, unknown>>,
  files: { src: Uint8Array; ref?: Uint8Array[]; msk?: Uint8Array },
): Promise<TaskOutcome> {
  const start = performance.now()
  const ms = () => Math.round(performance.now() - start)
  try {
    const src = await asTaken(files.src, feature)
    const asked = {
      feature: feature.name,
      stage: 'effect' as const,
      params,
      files: { ...files, src },
    }
    const { output, results } = await engine.perform(asked)
    return { ...(output && { bytes: output.bytes }), values: results, ms: ms() }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { refused: `${codeOf(feature, error)}: ${error.message}`, ms: ms() }
  }
}

/** The source in a format that the feature takes. */
async function asTaken(src: Uint8Array, { files }: Feature): Promise<Uint8Array> {
  if (!isPicture(files.src) || files.src.formats.includes('png')) return src
  return await sharp(src)
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .withMetadata()
    .toBuffer()
}

/** Boxes of the faces or bodies of a picture, in index order. */
export async function detectBoxes(
  engine: Engine,
  what: 'faces' | 'bodies',
  src: Uint8Array,
): Promise<Box[]> {
  const feature = what === 'faces' ? 'face-reshape' : 'body-reshape'
  const { results } = await engine.perform({
    feature,
    stage: 'pre-process',
    params: {},
    files: { src },
  })
  return results['result'] as Box[]
}

/** The part of a picture that shows somebody with some room around, as large as a tile holds. */
export async function tileOf(bytes: Uint8Array, box: Box | undefined, room: number): Promise<Tile> {
  const { autoOrient } = await sharp(bytes).metadata()
  const view = box ? withMargin(box, room, autoOrient) : { left: 0, top: 0, ...autoOrient }
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .extract(view)
    .resize({ ...TILE, fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

/** A box with room around it, as a share of its longer side, within the picture. */
export function withMargin(
  { left, top, width, height }: Box,
  room: number,
  size: { width: number; height: number },
): Box {
  const margin = room * Math.max(width, height)
  const x = Math.max(0, Math.round(left - margin))
  const y = Math.max(0, Math.round(top - margin))
  return {
    left: x,
    top: y,
    width: Math.min(size.width, Math.round(left + width + margin)) - x,
    height: Math.min(size.height, Math.round(top + height + margin)) - y,
  }
}
