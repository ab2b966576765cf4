import { decodeStream } from './decode-stream.ts'
import { drainEncoder } from './drain-encoder.ts'
import { type FilterChain, openFilterChain } from './filter-chain.ts'
import {
  check,
  type FormatContext,
  type Native,
  openFile,
  type Packet,
  type Stream,
} from './native.ts'
import type { AudioOrder } from './orders.ts'

/** Samples in a packet of AAC. */
const SAMPLES = 1024
const RATE = 48_000
const BASE = { num: 1, den: RATE }

/** `AV_CODEC_FLAG_GLOBAL_HEADER`: mp4 has the parameters of a stream in its index. */
const GLOBAL_HEADER = 0x400000

/**
 * Encodes a file's audio as stereo AAC and adds the stream to a new file. All packets are made at once: those of the
 * longest video are ten megabytes.
 */
export function encodeAudio(
  native: Native,
  order: AudioOrder,
  output: FormatContext,
): { stream: Stream; packets: Packet[]; base: typeof BASE } {
  const codec = native.Codec.findEncoderByName('aac')
  if (!codec) throw new Error('This libav has no AAC encoder.')
  const encoder = new native.CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = RATE
  encoder.sampleFormat = FLOAT_PLANAR
  encoder.channelLayout = { nbChannels: 2, order: 1, mask: 3n }
  encoder.bitRate = 128_000n
  encoder.timeBase = BASE
  encoder.flags |= GLOBAL_HEADER
  check(encoder.open2Sync(codec, null), 'Opening the audio encoder')
  const stream = output.newStream(null)
  check(stream.codecpar.fromContext(encoder), 'Describing the audio')
  stream.timeBase = BASE
  const packet = new native.Packet()
  packet.alloc()
  const packets: Packet[] = []
  const keep = (made: Packet): void => void packets.push(made.clone())
  const file = openFile(native, order.path)
  const base = file.streams?.[order.stream]?.timeBase ?? BASE
  let chain: FilterChain | undefined
  const encode = (frame: Parameters<Parameters<FilterChain['push']>[1]>[0]): void => {
    check(encoder.sendFrameSync(frame), 'Encoding the audio')
    drainEncoder(encoder, packet, keep)
  }
  decodeStream(native, file, order.stream, {}, (frame) => {
    const seconds = (Number(frame.pts) * base.num) / base.den
    if (seconds >= (order.seconds ?? Number.POSITIVE_INFINITY)) return
    const args =
      `time_base=${base.num}/${base.den}:sample_rate=${frame.sampleRate}:` +
      `sample_fmt=${native.avGetSampleFmtName(frame.format)}:` +
      `channel_layout=${native.avChannelLayoutDescribe(frame.channelLayout)}`
    chain ??= openFilterChain(native, { filter: 'abuffer', args }, TO_AAC)
    chain.push(frame, encode)
  })
  chain?.push(undefined, encode)
  encoder.sendFrameSync(null)
  drainEncoder(encoder, packet, keep)
  return { stream, packets, base: BASE }
}

/** `AV_SAMPLE_FMT_FLTP`, which the AAC encoder takes. */
const FLOAT_PLANAR = 8

const TO_AAC =
  `aresample=${RATE},aformat=sample_fmts=fltp:channel_layouts=stereo,` +
  `asetnsamples=n=${SAMPLES}:p=0,asettb=1/${RATE}`
