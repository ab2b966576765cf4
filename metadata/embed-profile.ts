import type { PictureFormat } from '../catalog/features/feature.ts'
import { profileChunk } from './png/replace-png-colours.ts'

/** The most profile bytes in one APP2 segment: 65,535 less a length of 2 and an ICC header of 14 (ICC.1:2010, B.4). */
const MAX_SEGMENT_BYTES = 65_519

/** Bytes of a PNG's signature and IHDR chunk. The iCCP chunk with the profile follows them. */
const PNG_HEAD_BYTES = 33

/** Inserts an ICC profile into an encoded file that has none. */
export function embedProfile(file: Buffer, format: PictureFormat, profile: Buffer): Buffer {
  const [head, parts] =
    format === 'jpeg'
      ? [jpegHeadBytes(file), jpegSegments(profile)]
      : [PNG_HEAD_BYTES, [profileChunk(profile)]]
  return Buffer.concat([file.subarray(0, head), ...parts, file.subarray(head)])
}

/** Bytes of a JPEG's SOI marker and of its JFIF segment, if any, which must precede all other segments. */
function jpegHeadBytes(file: Buffer): number {
  return file.readUInt16BE(2) === 0xffe0 ? 4 + file.readUInt16BE(4) : 2
}

function jpegSegments(profile: Buffer): Buffer[] {
  const count = Math.ceil(profile.length / MAX_SEGMENT_BYTES)
  return Array.from({ length: count }, (_, i) => {
    const piece = profile.subarray(i * MAX_SEGMENT_BYTES, (i + 1) * MAX_SEGMENT_BYTES)
    const head = Buffer.from('\xff\xe2\0\0ICC_PROFILE\0\0\0', 'latin1')
    head.writeUInt16BE(piece.length + 16, 2)
    head[16] = i + 1
    head[17] = count
    return Buffer.concat([head, piece])
  })
}
