import { writeSync } from 'node:fs'
import { MATRICES, PRIMARIES, TRANSFERS } from './colour-numbers.ts'
import { decodeStream } from './decode-stream.ts'
import {
  AUDIO,
  type CodecParameters,
  type Frame,
  type Native,
  openFile,
  type Rational,
  VIDEO,
} from './native.ts'
import type { ProbeOrder } from './orders.ts'

/** `AV_PKT_DATA_DISPLAYMATRIX`. */
const DISPLAY_MATRIX = 5

/** `AV_PKT_FLAG_DISCARD`: an edit list leaves the packet out. */
const DISCARD = 4

/** `AV_DISPOSITION_ATTACHED_PIC`. */
const ATTACHED = 0x400

/** `AV_FRAME_FLAG_INTERLACED`, and the frames and packets that are looked at for it. */
const INTERLACED = 8
const LOOKED_AT = { frames: 3, packets: 60 } as const

/** `AV_PIX_FMT_YUV420P` and `AVCOL_RANGE_JPEG`. */
const YUV420P = 0
const FULL_RANGE = 2

/** Prints what ffprobe prints of a file, as far as it is read. */
export function probeFile(native: Native, { path, maxPixels }: ProbeOrder): void {
  const file = openFile(native, path)
  const moving = (file.streams ?? []).find(
    ({ codecpar, disposition }) => codecpar.codecType === VIDEO && !(disposition & ATTACHED),
  )
  const order = moving && fieldOrder(native, path, moving.index, maxPixels)
  const streams = (file.streams ?? []).map(
    ({ index, codecpar, timeBase, nbFrames, disposition }) => ({
      index,
      codec_type:
        codecpar.codecType === VIDEO ? 'video' : codecpar.codecType === AUDIO ? 'audio' : 'data',
      codec_name: native.avGetCodecName(codecpar.codecId) ?? undefined,
      codec_tag_string: codecpar.codecTagString ?? undefined,
      ...(codecpar.codecType === VIDEO && picture(codecpar)),
      ...(index === moving?.index && { field_order: order }),
      disposition: { attached_pic: disposition & ATTACHED ? 1 : 0 },
      time_base: fraction(timeBase, '/'),
      ...(nbFrames > 0n && { nb_frames: String(nbFrames) }),
    }),
  )
  print(`{"streams":${JSON.stringify(streams)},"packets":[`)
  const packet = new native.Packet()
  packet.alloc()
  const lines: string[] = []
  let first = true
  while (file.readFrameSync(packet) >= 0) {
    const { streamIndex: stream_index, pts, duration, flags } = packet
    const timed = pts > -(2n ** 53n) && { pts: Number(pts) }
    const line = {
      stream_index,
      ...timed,
      duration: Number(duration),
      flags: flags & DISCARD ? '_D' : '__',
    }
    lines.push(`${first ? '' : ','}${JSON.stringify(line)}`)
    first = false
    if (lines.length === 1000) print(lines.splice(0).join('\n'))
    packet.unref()
  }
  print(`${lines.join('\n')}]}`)
}

/**
 * What the first pictures of a stream are flagged as; ffprobe knows it from the codec's parser, which the binding does
 * not show.
 */
function fieldOrder(native: Native, path: string, at: number, maxPixels: number): string {
  let [frames, packets, interlaced] = [0, 0, false]
  const options = { max_pixels: String(maxPixels), threads: '1' }
  const take = ({ flags }: Frame): void => {
    frames++
    if (flags & INTERLACED) interlaced = true
  }
  const isEnough = (): boolean => frames >= LOOKED_AT.frames || packets++ >= LOOKED_AT.packets
  try {
    decodeStream(native, openFile(native, path), at, options, take, isEnough)
  } catch {
    // Whoever decodes it says what is wrong.
    return 'unknown'
  }
  return interlaced ? 'tt' : 'progressive'
}

function picture(parameters: CodecParameters) {
  const { format, width, height, sampleAspectRatio, colorRange } = parameters
  const { colorSpace, colorTrc, colorPrimaries } = parameters
  const matrix = parameters.getCodedSideData(DISPLAY_MATRIX)
  return {
    width,
    height,
    ...(format === YUV420P && { pix_fmt: 'yuv420p' }),
    ...(colorRange === FULL_RANGE && { color_range: 'pc' }),
    ...(sampleAspectRatio.num > 0 && { sample_aspect_ratio: fraction(sampleAspectRatio, ':') }),
    color_space: MATRICES.get(colorSpace),
    color_primaries: PRIMARIES.get(colorPrimaries),
    color_transfer: TRANSFERS.get(colorTrc),
    ...(matrix && { side_data_list: [{ rotation: rotationOf(matrix) }] }),
  }
}

/** Degrees counter-clockwise of a display matrix (ISO/IEC 14496-12), as `av_display_rotation_get` has it. */
function rotationOf(matrix: Buffer): number {
  const [a, b] = [matrix.readInt32LE(0), matrix.readInt32LE(4)]
  return -Math.round((Math.atan2(b, a) * 180) / Math.PI) || 0
}

function fraction({ num, den }: Rational, sign: string): string {
  return `${num}${sign}${den}`
}

function print(text: string): void {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; ) from += writeSync(1, bytes, from)
}
