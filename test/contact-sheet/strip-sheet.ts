import sharp from 'sharp'
import type { Feature } from '../../catalog/features/feature.ts'
import type { Engine } from '../../engine/perform.ts'
import { evenly } from '../engine/video/draw-video.ts'
import { drawWalk, toRgb, type Walk } from '../engine/video/draw-walk.ts'
import { framesOf, videoBytes } from '../engine/video/video-bytes.ts'
import type { Tile } from './canvas.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { runEffect } from './run-effect.ts'
import { samplePictures } from './sample-pictures.ts'
import type { StripSheetPlan } from './sheet-plan.ts'

/** How many frames of a video are shown. */
export const SHOWN = 6

/** A sheet of strips: frames of each drawn video, and the same frames of the result, or of that of each template. */
export async function stripSheet(
  engine: Engine,
  feature: Feature,
  { pictures, parameters }: StripSheetPlan,
): Promise<ContactSheet> {
  const columns = Array.from({ length: SHOWN }, (_, at) => at)
  const sheet: ContactSheet = { columns, pictures: [...pictures], rows: [] }
  const [background] = await samplePictures(['drawn meadow'])
  for (const [at, picture] of pictures.entries()) {
    const walk = await drawWalk(480, 360)
    const { width, height, draw } = walk
    const src = await videoBytes({ width, height, draw, pts: evenly(walk.count, 512) })
    const files = {
      src,
      ...(feature.files.ref && { ref: [background!.bytes] }),
      ...(feature.files.msk && { msk: await maskOf(walk) }),
    }
    const add = async (parameter: string, shown: Awaited<ReturnType<typeof runEffect>>) => {
      const { bytes, refused, ms } = shown
      const cells = bytes ? await stripOf(bytes) : columns.map(() => 'refused' as const)
      const legend = columns.map((column) => ({
        column,
        value: `frame of ${SHOWN}`,
        ms,
        ...(refused && { refused }),
      }))
      sheet.rows.push({ picture: at + 1, cells, legend: { picture, parameter, cells: legend } })
    }
    await add('source', { bytes: src, ms: 0 })
    for (const { id } of feature.templates ?? [{ id: undefined }]) {
      const asked = { ...parameters, ...(id && { template_id: id }) }
      await add(id ?? 'result', await runEffect(engine, feature, asked, files))
    }
  }
  return sheet
}

/** The mask of her in the first frame, as a file. */
async function maskOf({ width, height, truth }: Walk): Promise<Buffer> {
  const data = truth(0).map((share) => (share > 20 ? 255 : 0))
  const raw = { width, height, channels: 1 as const }
  return await sharp(data, { raw }).png().toBuffer()
}

/** Frames of a video at even distances. */
export async function stripOf(bytes: Uint8Array): Promise<{ tile: Tile }[]> {
  const frames = await framesOf(bytes)
  const some = Array.from(
    { length: SHOWN },
    (_, at) => frames[Math.floor((at * frames.length) / SHOWN)]!,
  )
  return await Promise.all(
    some.map(async (frame) => {
      const raw = { width: frame.width, height: frame.height, channels: 3 as const }
      const { data, info } = await sharp(toRgb(frame), { raw })
        .resize({ width: 360, height: 400, fit: 'inside' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      return { tile: { width: info.width, height: info.height, data: new Uint8Array(data) } }
    }),
  )
}
