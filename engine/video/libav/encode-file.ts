import { addAudio } from './add-audio.ts'
import { beginFile } from './begin-file.ts'
import { MATRICES, numberOf, PRIMARIES, TRANSFERS } from './colour-numbers.ts'
import { decodeStream } from './decode-stream.ts'
import { drainEncoder } from './drain-encoder.ts'
import {
  type CodecContext,
  check,
  dictionary,
  type Native,
  type Packet,
  type Stream,
} from './native.ts'
import type { EncodeOrder } from './orders.ts'

/** `AV_CODEC_FLAG_GLOBAL_HEADER`: mp4 has the parameters of a stream in its index. */
const GLOBAL_HEADER = 0x400000

/** `AVCOL_RANGE_MPEG`. */
const LIMITED_RANGE = 1

/** Reads raw frames in Matroska from standard input and writes an mp4 with its index in front. */
export function encodeFile(native: Native, order: EncodeOrder): void {
  const input = new native.FormatContext()
  const format = native.InputFormat.findInputFormat('matroska')
  const only = dictionary(native, { protocol_whitelist: 'pipe' })
  check(input.openInputSync('pipe:0', format, only), 'Reading frames')
  const raw = input.streams?.[0]
  if (!raw) throw new Error('No frames came.')
  const encoder = openEncoder(native, order, raw)
  const output = new native.FormatContext()
  check(output.allocOutputContext2(null, 'mp4', order.path), 'Making the file')
  const video = output.newStream(null)
  check(video.codecpar.fromContext(encoder), 'Describing the video')
  video.timeBase = encoder.timeBase
  const audio = order.audio && addAudio(native, order.audio, output)
  const packet = beginFile(native, output, order.timescale)
  let before: bigint | undefined
  const put = (made: Packet): void => {
    // Only that of the last packet counts: without one the player would never show its frame.
    made.duration =
      before === undefined ? BigInt(Math.round(order.timescale / 30)) : made.dts - before
    before = made.dts
    audio?.writeUntil(Number(made.dts) / order.timescale)
    made.streamIndex = video.index
    made.rescaleTs(encoder.timeBase, video.timeBase)
    check(output.interleavedWriteFrameSync(made), 'Writing the video')
  }
  const toTicks = (raw.timeBase.num * order.timescale) / raw.timeBase.den
  decodeStream(native, input, 0, {}, (frame) => {
    frame.pts = BigInt(Math.round(Number(frame.pts) * toTicks))
    // Every raw frame is a key frame, which the encoder would take for a wish.
    frame.pictType = 0
    check(encoder.sendFrameSync(frame), 'Encoding')
    drainEncoder(encoder, packet, put)
  })
  check(encoder.sendFrameSync(null), 'Encoding')
  drainEncoder(encoder, packet, put)
  audio?.writeUntil(Number.POSITIVE_INFINITY)
  check(output.writeTrailerSync(), 'Finishing the file')
  output.closeOutputSync()
}

function openEncoder(native: Native, order: EncodeOrder, { codecpar }: Stream): CodecContext {
  const codec = native.Codec.findEncoderByName('libx264')
  if (!codec) throw new Error('This libav has no libx264.')
  const { timescale, preset, crf, colours, pixelAspect = '1:1' } = order
  const [num = 1, den = 1] = pixelAspect.split(':').map(Number)
  const encoder = new native.CodecContext()
  encoder.allocContext3(codec)
  encoder.width = codecpar.width
  encoder.height = codecpar.height
  encoder.pixelFormat = 0
  encoder.timeBase = { num: 1, den: timescale }
  encoder.sampleAspectRatio = { num, den }
  encoder.colorRange = LIMITED_RANGE
  encoder.colorSpace = numberOf(MATRICES, colours.matrix)
  encoder.colorPrimaries = numberOf(PRIMARIES, colours.primaries)
  encoder.colorTrc = numberOf(TRANSFERS, colours.transfer)
  encoder.flags |= GLOBAL_HEADER
  check(encoder.open2Sync(codec, dictionary(native, { preset, crf })), 'Opening the encoder')
  return encoder
}
