import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { decodePart } from '../../engine/prepare/decode-part.ts'
import { withSource } from '../../engine/prepare/source/open-source.ts'
import type { Picture } from '../../engine/raster/picture.ts'
import { objectParams } from '../../functions/operate/pipeline-records.ts'
import type { OpenedPipeline } from '../connection/pipeline-clients.ts'
import type { FilePlace } from './sheet-row.ts'

/**
 * A small copy of a picture of any format that can be read, upright and within a square of `side` pixels; undefined
 * where there is none: a video, values, a damaged file, one that was deleted.
 */
export async function loadTile(
  place: FilePlace,
  side: number,
  clients: Pick<OpenedPipeline, 's3'>,
): Promise<Picture | undefined> {
  try {
    if ('path' in place) return await tileOf(place.path, side)
    const folder = await mkdtemp(join(tmpdir(), 'darkroom-sheet-'))
    try {
      const path = join(folder, 'file')
      const { bucket, key, version = '' } = place
      const { Body } = await clients.s3.send(
        new GetObjectCommand(objectParams({ bucket, key, version })),
      )
      await pipeline(Body as Readable, createWriteStream(path))
      return await tileOf(path, side)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  } catch {
    // A sheet shows what it can: what became of the file stands beside it in words.
    return undefined
  }
}

async function tileOf(path: string, side: number): Promise<Picture> {
  return await withSource(path, async (source) => {
    const { width, height } = source
    const factor = Math.min(1, side / Math.max(width, height))
    const size = {
      width: Math.max(1, Math.round(width * factor)),
      height: Math.max(1, Math.round(height * factor)),
    }
    return await decodePart(source, { left: 0, top: 0, width, height }, size)
  })
}
