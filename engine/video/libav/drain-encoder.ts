import { isAgain } from './again.ts'
import { type CodecContext, check, END_OF_FILE, type Packet } from './native.ts'

/** Takes what an encoder has ready. */
export function drainEncoder(
  encoder: CodecContext,
  packet: Packet,
  put: (packet: Packet) => void,
): void {
  for (;;) {
    const result = encoder.receivePacketSync(packet)
    if (isAgain(result) || result === END_OF_FILE) return
    check(result, 'Encoding')
    put(packet)
    packet.unref()
  }
}
