/** The extended type of boxes with XMP. */
export const XMP_TYPE = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex')

/** A box of the ISO base media format. */
export function box(type: string, body: Uint8Array = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}

/** The boxes of a film without samples worth the name: one of them with a size of 64 bits. */
export function mp4(): Buffer {
  const samples = Buffer.alloc(70, 'samples ')
  const large = Buffer.alloc(16)
  large.writeUInt32BE(1)
  large.write('mdat', 4, 'latin1')
  large.writeBigUInt64BE(BigInt(16 + samples.length), 8)
  return Buffer.concat([
    box('ftyp', Buffer.from('isom\0\0\0\0isommp41')),
    Buffer.concat([large, samples]),
    box('moov', box('mvhd', Buffer.alloc(100))),
  ])
}
