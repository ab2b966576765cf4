import { addAudio } from './add-audio.ts'
import { beginFile } from './begin-file.ts'
import { check, type Native, openFile } from './native.ts'
import type { AddSoundOrder } from './orders.ts'

/** Copies the packets of a coded video into a new mp4 with its index in front, and puts its audio between them. */
export function addSoundTo(native: Native, order: AddSoundOrder): void {
  const file = openFile(native, order.picture)
  const source = file.streams?.[0]
  if (!source) throw new Error('The video is not there.')
  const output = new native.FormatContext()
  check(output.allocOutputContext2(null, 'mp4', order.path), 'Making the file')
  const video = output.newStream(null)
  check(source.codecpar.copy(video.codecpar), 'Describing the video')
  video.codecpar.codecTag = 0
  video.timeBase = source.timeBase
  const audio = order.audio && addAudio(native, order.audio, output)
  const packet = beginFile(native, output, order.timescale)
  while (file.readFrameSync(packet) >= 0) {
    audio?.writeUntil((Number(packet.dts) * source.timeBase.num) / source.timeBase.den)
    packet.streamIndex = video.index
    packet.rescaleTs(source.timeBase, video.timeBase)
    check(output.interleavedWriteFrameSync(packet), 'Writing the video')
    packet.unref()
  }
  audio?.writeUntil(Number.POSITIVE_INFINITY)
  check(output.writeTrailerSync(), 'Finishing the file')
  output.closeOutputSync()
}
