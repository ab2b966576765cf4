import { writeSync } from 'node:fs'
import { decodeStream } from './decode-stream.ts'
import { type FilterChain, openFilterChain } from './filter-chain.ts'
import { check, type Frame, type Native, openFile } from './native.ts'
import type { DecodeOrder } from './orders.ts'

/** `AVSEEK_FLAG_BACKWARD`: to a key frame that is not later. */
const BACKWARD = 1

/** Writes the frames of a stream to standard output and a line for each to descriptor 3. */
export function decodeFile(native: Native, order: DecodeOrder): void {
  const file = openFile(native, order.path)
  const base = file.streams?.[order.stream]?.timeBase
  if (!base) throw new Error('The stream is not there.')
  if (order.from !== undefined) {
    check(file.seekFrameSync(order.stream, BigInt(Math.floor(order.from)), BACKWARD), 'Seeking')
  }
  let chain: FilterChain | undefined
  let shape = ''
  const options = { max_pixels: String(order.maxPixels), threads: 'auto' }
  decodeStream(native, file, order.stream, options, (frame) => {
    const { width, height, format, sampleAspectRatio: aspect } = frame
    const args =
      `video_size=${width}x${height}:pix_fmt=${format}:time_base=${base.num}/${base.den}:` +
      `pixel_aspect=${aspect.num}/${Math.max(1, aspect.den)}:colorspace=${frame.colorSpace}:range=${frame.colorRange}`
    // A stream may change its size and form; then the chain is built anew and still gives frames of one size.
    if (args !== shape) {
      finish(chain)
      chain = openFilterChain(native, { filter: 'buffer', args }, order.filters)
      shape = args
    }
    chain?.push(frame, put)
  })
  finish(chain)
}

function finish(chain: FilterChain | undefined): void {
  chain?.push(undefined, put)
  chain?.close()
}

function put(frame: Frame): void {
  writeSync(3, `pts:${frame.pts}\n`)
  const bytes = frame.toBuffer()
  for (let from = 0; from < bytes.length; ) from += writeSync(1, bytes, from)
}
