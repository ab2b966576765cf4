import { isAgain } from './again.ts'
import {
  check,
  dictionary,
  END_OF_FILE,
  type FormatContext,
  type Frame,
  type Native,
} from './native.ts'

/**
 * Decodes one stream of a file and gives each frame, to be used before the next one. Damaged packets are left out.
 * @param isEnough asked after each packet whether to stop
 */
export function decodeStream(
  native: Native,
  file: FormatContext,
  at: number,
  options: Readonly<Record<string, string>>,
  take: (frame: Frame) => void,
  isEnough: () => boolean = () => false,
): void {
  const stream = file.streams?.[at]
  const codec = stream && native.Codec.findDecoder(stream.codecpar.codecId)
  if (!stream || !codec) throw new Error('There is no decoder for the stream.')
  const decoder = new native.CodecContext()
  decoder.allocContext3(codec)
  check(decoder.parametersToContext(stream.codecpar), 'Preparing the decoder')
  decoder.pktTimebase = stream.timeBase
  check(decoder.open2Sync(codec, dictionary(native, options)), 'Opening the decoder')
  const packet = new native.Packet()
  packet.alloc()
  const frame = new native.Frame()
  frame.alloc()
  const drain = (): void => {
    for (;;) {
      const result = decoder.receiveFrameSync(frame)
      if (isAgain(result) || result === END_OF_FILE) return
      if (result < 0) return
      if (frame.bestEffortTimestamp !== NO_TIME) frame.pts = frame.bestEffortTimestamp
      take(frame)
      frame.unref()
    }
  }
  while (!isEnough() && file.readFrameSync(packet) >= 0) {
    if (packet.streamIndex === at) {
      decoder.sendPacketSync(packet)
      drain()
    }
    packet.unref()
  }
  decoder.sendPacketSync(null)
  drain()
  decoder.freeContext()
}

/** `AV_NOPTS_VALUE`. */
const NO_TIME = -(2n ** 63n)
