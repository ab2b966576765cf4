import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beginFile } from '../../../engine/video/libav/begin-file.ts'
import { decodeStream } from '../../../engine/video/libav/decode-stream.ts'
import { drainEncoder } from '../../../engine/video/libav/drain-encoder.ts'
import { type FilterChain, openFilterChain } from '../../../engine/video/libav/filter-chain.ts'
import {
  check,
  dictionary,
  type FormatContext,
  type Frame,
  loadNative,
  type Native,
  openFile,
  type Packet,
  type Stream,
} from '../../../engine/video/libav/native.ts'

/** A drawn video or sound coded anew, as cameras and editors code it. */
export type CodingOrder = {
  /** An mp4 of one video track, and a MOV whose first track is sound. */
  picture: string
  sound?: string
  into: string
  container: 'mov' | 'mp4'
  video: {
    codec: string
    /** libav's number of the pixel format: 0 is yuv420p, 12 yuvj420p. */
    pixelFormat: number
    filters?: string
    /** What `filters` scale to. @default the size of the picture */
    size?: { width: number; height: number }
    options?: Record<string, string>
  }
  audio?: {
    codec: string
    rate: number
    format: string
    number: number
    options?: Record<string, string>
  }
}

/** Codes a video in a process of its own, like all that libav does, and gives its path. */
export function codeVideo(order: CodingOrder): string {
  execFileSync(process.execPath, [fileURLToPath(import.meta.url), JSON.stringify(order)])
  return order.into
}

/** `AV_CODEC_FLAG_GLOBAL_HEADER`: mp4 has the parameters of a stream in its index. */
const GLOBAL_HEADER = 0x400000

type Track = { stream: Stream; packets: Packet[]; base: { num: number; den: number } }

function code(native: Native, order: CodingOrder): void {
  const output = (): FormatContext => new native.FormatContext()
  const file = output()
  check(file.allocOutputContext2(null, order.container, order.into), 'Making the file')
  const video = codePicture(native, order, file)
  const tracks = [video, ...(order.audio ? [codeSound(native, order, file)] : [])]
  beginFile(native, file, video.base.den)
  for (const { stream, packets, base } of tracks) {
    for (const packet of packets) {
      packet.streamIndex = stream.index
      packet.rescaleTs(base, stream.timeBase)
      check(file.interleavedWriteFrameSync(packet), 'Writing')
    }
  }
  check(file.writeTrailerSync(), 'Finishing the file')
  file.closeOutputSync()
}

function codePicture(native: Native, { picture, video }: CodingOrder, file: FormatContext): Track {
  const input = openFile(native, picture)
  const source = input.streams![0]!
  const base = source.timeBase
  const codec = native.Codec.findEncoderByName(video.codec)
  if (!codec) throw new Error(`There is no encoder ${video.codec}.`)
  const encoder = new native.CodecContext()
  encoder.allocContext3(codec)
  encoder.width = video.size?.width ?? source.codecpar.width
  encoder.height = video.size?.height ?? source.codecpar.height
  encoder.pixelFormat = video.pixelFormat
  encoder.timeBase = base
  encoder.flags |= GLOBAL_HEADER
  check(encoder.open2Sync(codec, dictionary(native, video.options ?? {})), 'Opening the encoder')
  const stream = file.newStream(null)
  check(stream.codecpar.fromContext(encoder), 'Describing the video')
  stream.timeBase = base
  const { packets, encode } = collect(native, encoder)
  let chain: FilterChain | undefined
  decodeStream(native, input, 0, {}, (frame) => {
    const { width, height, format } = frame
    const args = `video_size=${width}x${height}:pix_fmt=${format}:time_base=${base.num}/${base.den}`
    const filters = `${video.filters ?? 'null'},settb=${base.num}/${base.den}`
    chain ??= openFilterChain(native, { filter: 'buffer', args }, filters)
    chain.push(frame, encode)
  })
  chain?.push(undefined, encode)
  encode(null)
  for (const packet of packets)
    if (packet.duration === 0n) packet.duration = BigInt(Math.round(base.den / 25))
  return { stream, packets, base }
}

function codeSound(native: Native, { sound, audio }: CodingOrder, file: FormatContext): Track {
  if (!sound || !audio) throw new Error('There is no sound.')
  const input = openFile(native, sound)
  const base = { num: 1, den: audio.rate }
  const codec = native.Codec.findEncoderByName(audio.codec)
  if (!codec) throw new Error(`There is no encoder ${audio.codec}.`)
  const encoder = new native.CodecContext()
  encoder.allocContext3(codec)
  encoder.sampleRate = audio.rate
  encoder.sampleFormat = audio.number
  encoder.channelLayout = { nbChannels: 1, order: 1, mask: 4n }
  encoder.timeBase = base
  encoder.flags |= GLOBAL_HEADER
  check(encoder.open2Sync(codec, dictionary(native, audio.options ?? {})), 'Opening the encoder')
  const stream = file.newStream(null)
  check(stream.codecpar.fromContext(encoder), 'Describing the audio')
  stream.timeBase = base
  const { packets, encode } = collect(native, encoder)
  const size = encoder.frameSize > 0 ? encoder.frameSize : 1024
  const filters =
    `aresample=${audio.rate},aformat=sample_fmts=${audio.format}:channel_layouts=mono,` +
    `asetnsamples=n=${size}:p=0,asettb=1/${audio.rate}`
  let chain: FilterChain | undefined
  decodeStream(native, input, 0, {}, (frame) => {
    const args =
      `time_base=1/${frame.sampleRate}:sample_rate=${frame.sampleRate}:` +
      `sample_fmt=${native.avGetSampleFmtName(frame.format)}:channel_layout=mono`
    chain ??= openFilterChain(native, { filter: 'abuffer', args }, filters)
    chain.push(frame, encode)
  })
  chain?.push(undefined, encode)
  encode(null)
  return { stream, packets, base }
}

function collect(native: Native, encoder: InstanceType<Native['CodecContext']>) {
  const packets: Packet[] = []
  const packet = new native.Packet()
  packet.alloc()
  const encode = (frame: Frame | null): void => {
    if (frame) frame.pictType = 0
    check(encoder.sendFrameSync(frame), 'Encoding')
    drainEncoder(encoder, packet, (made) => void packets.push(made.clone()))
  }
  return { packets, encode }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    code(loadNative(), JSON.parse(process.argv[2] ?? '') as CodingOrder)
  } catch (error) {
    writeFileSync(2, `${error}\n`)
    process.exit(1)
  }
  process.exit(0)
}
