import { join } from 'node:path'
import type { OpenedVideo } from '../open-video.ts'
import type { Workplace } from '../read-frames.ts'
import { readSamples, type Samples } from './read-samples.ts'
import { type Track, writeTrack } from './write-track.ts'

/** A coded frame on its way into the whole: its place in the order of display, from 0. */
type Coded = { size: number; place: number; isKey: boolean }

/**
 * Puts the segments of a result together without coding a frame again: frames get the times that the video says, the
 * sound is the source's. Segments come one at a time, because together they may be too many for memory.
 *
 * The `concat` demuxer of ffmpeg and libav is not used for it: it wants all segments as files at once, and joins by the
 * duration that each claims, which at a variable frame rate moves what follows (by 990 of 90,000 ticks at a seam where
 * it was tried) unless a list states durations, in microseconds, which are no ticks. Nor does it refuse a segment that
 * is coded unlike the first.
 * @param segments the bytes of each in order, with so many frames that all make `video.times`
 * @param path of the result, an mp4 with its index in front
 * @throws Error where the segments are not of one coding, or not as many frames as the video has
 */
export async function joinSegments(
  segments: AsyncIterable<Buffer>,
  video: Pick<OpenedVideo, 'addSound' | 'times' | 'width' | 'height' | 'info'>,
  path: string,
  { folder }: Pick<Workplace, 'folder'>,
): Promise<void> {
  const picture = join(folder, 'picture.mp4')
  const writer = await writeTrack(picture)
  try {
    const coded: Coded[] = []
    let description: Buffer | undefined
    for await (const segment of segments) {
      const read = readSamples(segment)
      description ??= Buffer.from(read.description)
      if (!description.equals(read.description)) {
        throw new Error('The segments of a video are not coded alike.')
      }
      coded.push(...placesOf(read, coded.length))
      for (const { bytes } of read.samples) await writer.append(bytes)
    }
    const { width, height, info, times } = video
    if (!description || coded.length !== times.length) {
      throw new Error(`The segments have ${coded.length} frames of ${times.length}.`)
    }
    const samples = timed(coded, times)
    await writer.finish({
      width,
      height,
      timescale: info.timescale,
      description,
      samples,
      last: Math.max(1, (times.at(-1) ?? 0) - (times.at(-2) ?? (times.at(-1) ?? 0) - 1)),
    })
  } finally {
    await writer.close()
  }
  await video.addSound(picture, path)
}

function placesOf({ samples }: Samples, before: number): Coded[] {
  const order = samples.map((_, nth) => nth)
  order.sort((one, other) => samples[one]!.composition - samples[other]!.composition)
  const coded = samples.map(({ bytes, isKey }) => ({ size: bytes.length, place: 0, isKey }))
  for (const [place, nth] of order.entries()) coded[nth]!.place = before + place
  return coded
}

/** Decoding times: those of display, as much earlier as the frame that waits the longest for its turn needs. */
function timed(coded: readonly Coded[], times: Float64Array): Track['samples'] {
  const wait = Math.max(...coded.map(({ place }, nth) => nth - place))
  const first = times[0] ?? 0
  const interval = Math.max(1, (times[1] ?? first + 1) - first)
  return coded.map(({ size, place, isKey }, nth) => ({
    size,
    isKey,
    shown: times[place] ?? first,
    decoded: nth < wait ? first - (wait - nth) * interval : (times[nth - wait] ?? first),
  }))
}
