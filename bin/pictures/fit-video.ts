import { join } from 'node:path'
import { withFileRole } from '../../catalog/failures/fault.ts'
import type { FileRole } from '../../catalog/features/feature.ts'
import type { VideoRule } from '../../catalog/files/file-rule.ts'
import { placeFrames } from '../../catalog/preparation/place-frames.ts'
import { withWorkplace } from '../../engine/performers/edit-video.ts'
import { framePreparation } from '../../engine/prepare/frame-preparation.ts'
import { prepareMask } from '../../engine/prepare/prepare-mask.ts'
import { prepareVideo } from '../../engine/prepare/prepare-video.ts'

/** The files of an effect by their paths, and its parameters. */
type Given = { paths: Map<FileRole, string[]>; parameters: Record<string, unknown> }

/**
 * Makes a video meet its feature's rule, where it does not, with the mask and the frame that belong to it.
 * @param folder for what is made on the way
 */
export async function fitVideo(rule: VideoRule, given: Given, folder: string): Promise<Given> {
  const [source] = given.paths.get('src')!
  const into = join(folder, 'sent.mp4')
  const video = await withFileRole(
    'src',
    withWorkplace({}, (workplace) => prepareVideo({ source: source!, rule, into }, workplace)),
  )
  if (!video) return given
  const parameters = placeFrames(given.parameters, video)
  if (!parameters) {
    throw new Error(`The video has to be cut to ${video.sent.seconds} seconds, before frame_idx.`)
  }
  const paths = new Map(given.paths).set('src', [into])
  const [mask] = given.paths.get('msk') ?? []
  if (mask !== undefined) {
    const placed = join(folder, 'mask')
    await prepareMask({ mask, preparation: framePreparation(video), into: placed })
    paths.set('msk', [placed])
  }
  return { paths, parameters }
}
