import { execFileSync } from 'node:child_process'
import type { AudioPlan, Command, EncodePlan, SoundPlan, VideoDriver } from './video-driver.ts'
import type { ColourTags } from './video-info.ts'

/** Pixels that a decoder may be made to allocate for one frame: a stream can change its size after its header. */
export const MAX_PIXELS = 8192 * 4320

/**
 * Quality and speed of results. CRF 20 cannot be told from its source at normal distance, and `veryfast` costs two
 * fifths of the default preset's time for a tenth more bytes.
 */
export const X264 = { preset: 'veryfast', crf: '20' } as const

/** OpenH264 has no constant quality; it is given bits enough for 1080p and takes fewer for less. */
const OPENH264_ARGS = [
  '-c:v',
  'libopenh264',
  '-rc_mode',
  'quality',
  '-b:v',
  '6M',
  '-maxrate',
  '12M',
]
const X264_ARGS = ['-c:v', 'libx264', '-preset', X264.preset, '-crf', X264.crf]

const QUIET = ['-hide_banner', '-loglevel', 'error']

/** A file is opened as such, by the one demuxer that fits, and may name no other address. */
function input(path: string): string[] {
  return ['-protocol_whitelist', 'file', '-f', 'mov', '-i', `file:${path}`]
}

/** ffmpeg and ffprobe (5.1 or newer) of the machine, by their paths. */
export function ffmpegDriver(ffmpeg: string, ffprobe: string): VideoDriver {
  return {
    name: 'ffmpeg',
    probe: (path) => ({
      program: ffprobe,
      args: [
        ...QUIET,
        ...['-show_streams', '-show_packets', '-of', 'json=compact=1'],
        ...[
          '-show_entries',
          `packet=${PACKET_FIELDS}:stream=${STREAM_FIELDS}:stream_disposition=attached_pic`,
        ],
        ...input(path),
      ],
    }),
    decode: ({ info, filters, from }) => ({
      program: ffmpeg,
      args: [
        ...[...QUIET, '-nostdin', '-noautorotate', '-copyts', '-max_pixels', String(MAX_PIXELS)],
        ...(from === undefined ? [] : seek(from / info.timescale)),
        ...[...input(info.path), '-map', `0:${info.videoStream}`, '-an', '-sn', '-dn'],
        ...[
          '-vf',
          `${filters},${PRINT_TIMES}`,
          '-fps_mode',
          'passthrough',
          '-f',
          'rawvideo',
          'pipe:1',
        ],
      ],
    }),
    encode: (plan) => encodeWith(ffmpeg, plan),
    addSound: (plan) => addSoundWith(ffmpeg, plan),
  }
}

/** From the last key frame before a time of the file, which need not begin at 0. */
function seek(seconds: number): string[] {
  return ['-seek_timestamp', '1', '-noaccurate_seek', '-ss', seconds.toFixed(6)]
}

/** What is asked of packets and streams; tags and other text of the file are left out. */
const PACKET_FIELDS = 'stream_index,pts,duration,flags'
const STREAM_FIELDS =
  'index,codec_name,codec_type,codec_tag_string,width,height,sample_aspect_ratio,pix_fmt,color_range,' +
  'color_space,color_transfer,color_primaries,time_base,nb_frames,field_order,side_data_list:stream_side_data=rotation'

/** The filter prints only frames that carry an entry, so each one is given one. */
const PRINT_TIMES = 'metadata=mode=add:key=t:value=0,metadata=mode=print:file=pipe\\\\:3:direct=1'

function encodeWith(ffmpeg: string, plan: EncodePlan): Command {
  const { audio, timescale } = plan
  return {
    program: ffmpeg,
    args: [
      ...[...QUIET, '-y', '-copyts', '-protocol_whitelist', 'pipe'],
      ...['-f', 'matroska', '-i', 'pipe:0'],
      ...sound(audio),
      ...['-map_metadata', '-1', '-vf', encodeFilters(plan), ...encoderOf(ffmpeg)],
      ...['-fps_mode', 'passthrough', '-enc_time_base', `1:${timescale}`],
      ...output(plan),
    ],
  }
}

function addSoundWith(ffmpeg: string, plan: SoundPlan): Command {
  return {
    program: ffmpeg,
    args: [
      ...[...QUIET, '-y', '-nostdin', '-copyts', ...input(plan.picture), ...sound(plan.audio)],
      ...['-map_metadata', '-1', '-c:v', 'copy'],
      ...output(plan),
    ],
  }
}

/** The second input and what is taken of both. */
function sound(audio: AudioPlan | undefined): string[] {
  if (!audio) return ['-map', '0:v:0']
  return [
    ...(audio.seconds === undefined ? [] : ['-t', String(audio.seconds)]),
    ...[...input(audio.path), '-map', '0:v:0', '-map', `1:${audio.stream}`],
    ...(audio.copied
      ? ['-c:a', 'copy']
      : ['-c:a', 'aac', '-b:a', '128k', '-ar', '48000', '-ac', '2']),
  ]
}

function output({ path, timescale }: { path: string; timescale: number }): string[] {
  return [
    ...['-video_track_timescale', String(timescale), '-movflags', '+faststart'],
    ...['-f', 'mp4', path],
  ]
}

/** Gives frames from a pipe the tags and the pixel aspect of their source. */
export function encodeFilters({
  colours,
  pixelAspect,
}: Pick<EncodePlan, 'colours' | 'pixelAspect'>): string {
  const tags = Object.entries(tagNames(colours)).map(([name, value]) => `:${name}=${value}`)
  return `setsar=${(pixelAspect ?? '1:1').replace(':', '/')},setparams=range=tv${tags.join('')}`
}

function tagNames({ matrix, primaries, transfer }: ColourTags): Record<string, string> {
  return {
    ...(matrix && { colorspace: matrix }),
    ...(primaries && { color_primaries: primaries }),
    ...(transfer && { color_trc: transfer }),
  }
}

const encoders = new Map<string, string[]>()

/** The arguments of a build's H.264 encoder, asked once for each build. One under the LGPL has no x264. */
function encoderOf(ffmpeg: string): string[] {
  const known = encoders.get(ffmpeg)
  if (known) return known
  const list = execFileSync(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-encoders'], {
    encoding: 'utf8',
  })
  const args = / libx264 /.test(list)
    ? X264_ARGS
    : / libopenh264 /.test(list)
      ? OPENH264_ARGS
      : undefined
  if (!args) throw new Error(`${ffmpeg} has no H.264 encoder, neither libx264 nor libopenh264.`)
  encoders.set(ffmpeg, args)
  return args
}
