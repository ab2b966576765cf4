import { encodeAudio } from './encode-audio.ts'
import {
  check,
  type FormatContext,
  type Native,
  openFile,
  type Packet,
  type Rational,
  type Stream,
} from './native.ts'
import type { AudioOrder } from './orders.ts'

/** The audio of another file on its way into a new one. */
export type Audio = {
  /** Writes what comes before a time in seconds, so that both kinds of packets lie side by side in the file. */
  writeUntil(seconds: number): void
}

type Source = { stream: Stream; base: Rational; next(): Packet | undefined }

/** Adds a stream for a file's audio to a new file: its own packets, or those of an AAC encoder. */
export function addAudio(native: Native, order: AudioOrder, output: FormatContext): Audio {
  const { stream, base, next } = order.copied
    ? copiedPackets(native, order, output)
    : encodedPackets(native, order, output)
  const last = order.seconds ?? Number.POSITIVE_INFINITY
  let waiting: Packet | undefined
  return {
    writeUntil: (seconds) => {
      for (;;) {
        waiting ??= next()
        if (!waiting) return
        const at = (Number(waiting.dts) * base.num) / base.den
        if (at > seconds || at >= last) return
        waiting.streamIndex = stream.index
        waiting.rescaleTs(base, stream.timeBase)
        check(output.interleavedWriteFrameSync(waiting), 'Writing the audio')
        waiting.unref()
        waiting = undefined
      }
    },
  }
}

function encodedPackets(native: Native, order: AudioOrder, output: FormatContext): Source {
  const { stream, packets, base } = encodeAudio(native, order, output)
  return { stream, base, next: () => packets.shift() }
}

function copiedPackets(native: Native, order: AudioOrder, output: FormatContext): Source {
  const file = openFile(native, order.path)
  const source = file.streams?.[order.stream]
  if (!source) throw new Error('The audio is not there.')
  const stream = output.newStream(null)
  check(source.codecpar.copy(stream.codecpar), 'Describing the audio')
  stream.codecpar.codecTag = 0
  stream.timeBase = source.timeBase
  const packet = new native.Packet()
  packet.alloc()
  return {
    stream,
    base: source.timeBase,
    next: () => {
      while (file.readFrameSync(packet) >= 0) {
        if (packet.streamIndex === order.stream) return packet
        packet.unref()
      }
      return undefined
    },
  }
}
