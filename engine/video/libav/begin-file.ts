import { check, dictionary, type FormatContext, type Native, type Packet } from './native.ts'

/**
 * Creates an mp4 whose streams are described, with its index in front once it is finished.
 * @param timescale ticks a second of its video
 * @returns a packet to write its frames with
 */
export function beginFile(native: Native, output: FormatContext, timescale: number): Packet {
  check(output.openOutputSync(), 'Creating the file')
  const options = { movflags: '+faststart', video_track_timescale: String(timescale) }
  check(output.writeHeaderSync(dictionary(native, options)), 'Writing the header')
  const packet = new native.Packet()
  packet.alloc()
  return packet
}
