import { crc32 } from 'node:zlib'

/** Puts APPn and comment segments behind a JPEG's first marker; one of more than 65,533 bytes is split. */
export function withSegments(
  jpeg: Buffer,
  segments: readonly { marker: number; body: Buffer }[],
): Buffer {
  const parts = segments.flatMap(({ marker, body }) => {
    const pieces: Buffer[] = []
    for (let at = 0; at < Math.max(1, body.length); at += 65_533) {
      const piece = body.subarray(at, at + 65_533)
      const head = Buffer.from([0xff, marker, 0, 0])
      head.writeUInt16BE(piece.length + 2, 2)
      pieces.push(head, piece)
    }
    return pieces
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...parts, jpeg.subarray(2)])
}

/** A chunk of a PNG: length, type, body, check sum. */
export function pngChunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body])
  const ends = Buffer.alloc(8)
  ends.writeUInt32BE(body.length, 0)
  ends.writeUInt32BE(crc32(named), 4)
  return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)])
}

/** Bytes of a PNG's signature and header chunk, after which other chunks may follow. */
export const PNG_HEAD = 33

/** Puts chunks behind a PNG's header. */
export function withChunks(png: Buffer, chunks: readonly Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, PNG_HEAD), ...chunks, png.subarray(PNG_HEAD)])
}

/** A PNG with an animation of so many frames of one pixel. */
export function animated(png: Buffer, frames: number): Buffer {
  const control = Buffer.alloc(8)
  control.writeUInt32BE(frames, 0)
  const frame = Buffer.alloc(26)
  frame.writeUInt32BE(1, 4)
  frame.writeUInt32BE(1, 8)
  return withChunks(png, [
    pngChunk('acTL', control),
    ...Array.from({ length: frames }, () => pngChunk('fcTL', frame)),
  ])
}
