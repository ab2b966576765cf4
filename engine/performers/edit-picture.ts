import { withResolution } from '../../metadata/resolution/replace-resolution.ts'
import type { Box } from '../geometry/box.ts'
import { encodeDeep } from '../media/encode-deep.ts'
import { type JpegInStrips, openJpeg } from '../media/encode-jpeg.ts'
import { encodePicture, MEDIA_TYPES } from '../media/encode-picture.ts'
import type { OpenedPicture } from '../media/open-picture.ts'
import type { SourceColours } from '../media/source-colours.ts'
import type { Picture } from '../raster/picture.ts'
import { releaseOwnership } from '../raster/pixels/copy-on-write.ts'
import type { EffectTask, OutputFile, Perform } from './performer.ts'

/** An effect on one picture, by its two own steps. The rest of the task is the same for all of them. */
export type PictureEdit<Opened extends OpenedPicture> = {
  /** Opens the input files and finds the target: every Fault that can be told before a pixel is changed. */
  open(task: EffectTask): Promise<Opened>
  /** Changes the pixels. `results` are the feature's own fields on the wire. */
  apply(opened: Opened, task: EffectTask, settle: Settle): Edited | Promise<Edited>
  /** Whether the results say how long the task took (`timed`, ms) and how long its apply step (`timed_apply`, ms). */
  timed: boolean
}

/**
 * To be called as soon as it is known where pixels still change: in `pending` alone. What lies above and below is
 * encoded at once, while other pixels are painted.
 * @param picture of the result's size, with all other pixels as they are in the result
 */
export type Settle = (picture: Picture, pending: readonly Box[]) => void

type Edited = { picture: Picture; results?: Record<string, unknown> }

/** Carries an effect on one picture out: opens, applies, and encodes in the source's format and colours. */
export function editPicture<Opened extends OpenedPicture>(edit: PictureEdit<Opened>): Perform {
  return async (task) => {
    const start = performance.now()
    const opened = await edit.open(task)
    const colours = await coloursForResult(opened)
    await task.checkpoint()
    task.beginStep('apply')
    const startApply = performance.now()
    let strips: JpegInStrips | undefined
    const settle: Settle = (picture, pending) => {
      if (opened.format !== 'jpeg' || colours) return
      strips ??= openJpeg(picture)
      strips.settle(picture, pending)
    }
    try {
      const { picture, results } = await edit.apply(opened, task, settle)
      const timedApply = millisecondsSince(startApply)
      await task.checkpoint()
      task.beginStep('encode')
      const output = await encodeOutput(picture, opened, colours, strips)
      const times = edit.timed && { timed: millisecondsSince(start), timed_apply: timedApply }
      return { results: { ...times, ...results }, output }
    } finally {
      // Nothing of the task still runs when it has failed.
      await strips?.idle()
    }
  }
}

/**
 * Encodes a result in the format and resolution of its source, and a PNG in its depth, with the format's media type and
 * file extension.
 */
export async function encodeOutput(
  picture: Picture,
  { format, resolution, deep }: Pick<OpenedPicture, 'format' | 'resolution' | 'deep'>,
  colours: SourceColours | undefined,
  begun?: JpegInStrips,
): Promise<OutputFile> {
  const inDepth =
    deep && format === 'png' ? await encodeDeep(picture, await deep(), colours) : undefined
  const file = inDepth ?? (await encodePicture(picture, format, colours, begun))
  const bytes = resolution ? await withResolution(file, resolution) : file
  return { bytes, ...MEDIA_TYPES[format] }
}

/** Whole milliseconds since a `performance.now()`, as the wire has them. */
export function millisecondsSince(start: number): number {
  return Math.round(performance.now() - start)
}

/**
 * The colours the result is converted back to; undefined where they are sRGB. Then nothing reads the source's pixels
 * once the effect has, and it may overwrite them.
 */
async function coloursForResult(opened: OpenedPicture): Promise<SourceColours | undefined> {
  const { picture, own } = opened
  const colours = await own()
  if (!colours) releaseOwnership(picture)
  return colours
}
