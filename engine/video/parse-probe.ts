import * as z from 'zod/mini'
import { Fault } from '../../catalog/failures/fault.ts'
import { COMPLETE_SHARE } from './tuning.ts'
import type { Transfer, VideoInfo } from './video-info.ts'

const stream = z.object({
  index: z.int(),
  codec_type: z.optional(z.string()),
  codec_name: z.optional(z.string()),
  codec_tag_string: z.optional(z.string()),
  width: z.optional(z.int()),
  height: z.optional(z.int()),
  sample_aspect_ratio: z.optional(z.string()),
  pix_fmt: z.optional(z.string()),
  color_range: z.optional(z.string()),
  color_space: z.optional(z.string()),
  color_transfer: z.optional(z.string()),
  color_primaries: z.optional(z.string()),
  time_base: z.optional(z.string()),
  nb_frames: z.optional(z.coerce.number()),
  field_order: z.optional(z.string()),
  disposition: z.optional(z.object({ attached_pic: z.optional(z.int()) })),
  side_data_list: z.optional(z.array(z.object({ rotation: z.optional(z.number()) }))),
})

const answer = z.object({
  streams: z.array(stream),
  packets: z.optional(
    z.array(
      z.object({
        stream_index: z.int(),
        pts: z.optional(z.int()),
        duration: z.optional(z.int()),
        flags: z.optional(z.string()),
      }),
    ),
  ),
})

type Answer = z.infer<typeof answer>
type Stream = Answer['streams'][number]
type Packets = NonNullable<Answer['packets']>

/** Transfer characteristics of high dynamic range by ffmpeg's names. */
const TRANSFERS: Readonly<Record<string, Transfer>> = { smpte2084: 'pq', 'arib-std-b67': 'hlg' }

/**
 * Makes sense of ffprobe's answer about a file.
 * @throws Fault `unreadable` where there is no video in it, or less than its index promises
 */
export function parseProbe(value: unknown, path: string): VideoInfo {
  const { streams, packets = [] } = z.parse(answer, value)
  const video = findVideo(streams, packets)
  if (!video?.width || !video.height) throw new Fault('unreadable', 'The file holds no video.')
  const own = packets.filter(
    ({ stream_index: at, flags }) => at === video.index && !flags?.includes('D'),
  )
  const timed = own.flatMap(({ pts, duration }) => (pts === undefined ? [] : [{ pts, duration }]))
  if (timed.length === 0) throw new Fault('unreadable', 'The video has no frames.')
  const claimed = video.nb_frames
  if (
    claimed !== undefined &&
    timed.length < COMPLETE_SHARE * claimed &&
    isCutOff(packets, video)
  ) {
    throw new Fault(
      'unreadable',
      `The video is cut off: ${own.length} of ${claimed} frames are there.`,
    )
  }
  const timescale = timescaleOf(video)
  timed.sort((one, other) => one.pts - other.pts)
  const pts = Float64Array.from(timed, (packet) => packet.pts)
  const [rotation, turned] = rotationOf(video)
  const audio = streams.find(({ codec_type }) => codec_type === 'audio')
  const aspect = video.sample_aspect_ratio
  return {
    path,
    width: even(turned ? video.height : video.width),
    height: even(turned ? video.width : video.height),
    codedWidth: video.width,
    codedHeight: video.height,
    rotation,
    ...(aspect &&
      /^[1-9]\d*:[1-9]\d*$/.test(aspect) &&
      aspect !== '1:1' && {
        pixelAspect: turned ? aspect.split(':').reverse().join(':') : aspect,
      }),
    timescale,
    pts,
    seconds: secondsOf(pts, timed.at(-1)?.duration, timescale),
    codec: video.codec_name ?? 'unknown',
    videoStream: video.index,
    ...(audio && { audioStream: audio.index, audioCodec: audio.codec_name ?? 'unknown' }),
    transfer: TRANSFERS[video.color_transfer ?? ''] ?? 'sdr',
    colours: {
      matrix: tag(video.color_space),
      primaries: tag(video.color_primaries),
      transfer: tag(video.color_transfer),
    },
    isPlain: video.pix_fmt === 'yuv420p' && video.color_range !== 'pc',
    ...(isInterlaced(video) && { interlaced: true }),
    encrypted: video.codec_tag_string === 'encv',
  }
}

/** Codecs of single pictures, which covers and thumbnails are in, and the videos of some cameras. */
const STILLS: ReadonlySet<string> = new Set(['mjpeg', 'png'])

/** The first stream that moves. One of still pictures does where it has several and nothing else moves. */
function findVideo(streams: readonly Stream[], packets: Packets): Stream | undefined {
  const videos = streams.filter(
    ({ codec_type: type, disposition }) => type === 'video' && !disposition?.attached_pic,
  )
  const isStill = ({ codec_name: codec = '' }: Stream): boolean => STILLS.has(codec)
  const moves = ({ index }: Stream): boolean =>
    packets.filter(({ stream_index: at }) => at === index).length > 1
  return videos.find((one) => !isStill(one)) ?? videos.find(moves)
}

/** Whether pictures are of two moments, every other line of each: ffprobe says which lines come first. */
function isInterlaced({ field_order: order = '' }: Stream): boolean {
  return ['tt', 'bb', 'tb', 'bt'].includes(order)
}

/** Packets that an edit list leaves out are there all the same. */
function isCutOff(packets: Packets, { index, nb_frames }: Stream): boolean {
  const there = packets.filter(({ stream_index: at }) => at === index).length
  return there < COMPLETE_SHARE * (nb_frames ?? 0)
}

/** Ticks a second. A time base that is no whole number of them, which mp4 does not have, is given up. */
function timescaleOf({ time_base: base = '' }: Stream): number {
  const [, ticks] = base.match(/^1\/(\d{1,9})$/) ?? []
  if (ticks) return Number(ticks)
  throw new Fault('unsupported', 'The times of the video cannot be read.')
}

/** Degrees clockwise, and whether the sides change places. ffprobe gives the turn the other way round. */
function rotationOf({ side_data_list: data = [] }: Stream): [VideoInfo['rotation'], boolean] {
  const given = data.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0
  const quarter = ((Math.round(-given / 90) % 4) + 4) % 4
  return [([0, 90, 180, 270] as const)[quarter] ?? 0, quarter % 2 === 1]
}

function even(side: number): number {
  return side - (side % 2)
}

/** A last frame without a duration lasts as long as the mean of the others. */
function secondsOf(pts: Float64Array, last: number | undefined, timescale: number): number {
  const span = (pts.at(-1) ?? 0) - (pts[0] ?? 0)
  const mean = pts.length > 1 ? span / (pts.length - 1) : timescale / 30
  return (span + (last && last > 0 ? last : mean)) / timescale
}

function tag(name: string | undefined): string | undefined {
  return name && name !== 'unknown' && name !== 'reserved' && /^[\w-]+$/.test(name)
    ? name
    : undefined
}
