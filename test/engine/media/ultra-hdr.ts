import sharp from 'sharp'

const XMP = 'http://ns.adobe.com/xap/1.0/\0'
const GAIN = 'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" hdrgm:Version="1.0"'
const CONTAINER = 'http://ns.google.com/photos/1.0/container/'

/** A JPEG with a flat gain map behind it, as Android writes it (Ultra HDR image format 1.1). */
export async function ultraHdr(base: Buffer): Promise<Buffer> {
  const grey = { width: 64, height: 64, channels: 3, background: '#808080' } as const
  const map = await sharp({ create: grey }).toColourspace('b-w').jpeg().toBuffer()
  const settings = ['GainMapMin="0"', 'GainMapMax="2"', 'Gamma="1"', 'HDRCapacityMax="2"']
  const second = behindStart(
    map,
    xmp(`${GAIN} ${settings.map((one) => `hdrgm:${one}`).join(' ')}/>`),
  )
  const item = (semantic: string, length: string) =>
    '<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" ' +
    `Item:Semantic="${semantic}"${length}/></rdf:li>`
  const items = item('Primary', '') + item('GainMap', ` Item:Length="${second.length}"`)
  const spaces = `xmlns:Container="${CONTAINER}" xmlns:Item="${CONTAINER}item/"`
  const list = `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory></rdf:Description>`
  const head = xmp(`${spaces} ${GAIN}>${list}`)
  const index = multiPicture(base.length + head.length, 2 + head.length, second.length)
  return Buffer.concat([behindStart(base, Buffer.concat([head, index])), second])
}

function behindStart(file: Buffer, segment: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, 2), segment, file.subarray(2)])
}

function xmp(description: string): Buffer {
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description ${description}</rdf:RDF>`
  const packet = `${XMP}<x:xmpmeta xmlns:x="adobe:ns:meta/">${rdf}</x:xmpmeta>`
  return application(0xe1, Buffer.from(packet, 'latin1'))
}

/** Where both pictures lie (CIPA DC-007): the first from the beginning, the second counted from this block. */
function multiPicture(others: number, at: number, second: number): Buffer {
  const block = Buffer.alloc(86)
  block.write('MPF\0MM\0*\0\0\0\x08\0\x03', 0, 'latin1')
  const entries = [
    [0xb000, 7, 4, 0x30_31_30_30],
    [0xb001, 4, 1, 2],
    [0xb002, 7, 32, 50],
  ] as const
  for (const [n, [tag, type, count, value]] of entries.entries()) {
    block.writeUInt16BE(tag, 14 + 12 * n)
    block.writeUInt16BE(type, 16 + 12 * n)
    block.writeUInt32BE(count, 18 + 12 * n)
    block.writeUInt32BE(value, 22 + 12 * n)
  }
  const first = others + 4 + block.length
  for (const [n, value] of [0x030000, first, 0, 0, 0, second, first - at - 8].entries()) {
    block.writeUInt32BE(value, 54 + 4 * n)
  }
  return application(0xe2, block)
}

function application(marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0])
  head.writeUInt16BE(2 + data.length, 2)
  return Buffer.concat([head, data])
}
