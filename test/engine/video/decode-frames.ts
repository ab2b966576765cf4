import { execFile } from 'node:child_process'
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { decodeStream } from '../../../engine/video/libav/decode-stream.ts'
import { loadNative, openFile, VIDEO } from '../../../engine/video/libav/native.ts'
import { type Frame, frameBytes } from '../../../engine/video/video-info.ts'

/** `AV_PIX_FMT_YUV420P`. */
const I420 = 0

/** Bytes of numbers before the planes of a frame: width, height and ticks. */
const HEAD = 24

/**
 * All frames of a video that the engine wrote, with their times in ticks. One process decodes them, where the engine
 * looks at a file that it does not know in one more before.
 */
export async function decodeFrames(path: string): Promise<Frame[]> {
  const program = [fileURLToPath(import.meta.url), path]
  const options = { encoding: 'buffer', maxBuffer: 2 ** 31 } as const
  const { stdout } = await promisify(execFile)(process.execPath, program, options)
  const frames: Frame[] = []
  for (let at = 0; at < stdout.length; ) {
    const [width, height, pts] = [0, 8, 16].map((from) => stdout.readDoubleLE(at + from))
    const end = at + HEAD + frameBytes(width!, height!)
    const planes = Uint8Array.from(stdout.subarray(at + HEAD, end))
    frames.push({ width: width!, height: height!, pts: pts!, planes })
    at = end
  }
  return frames
}

/** Writes them to standard output. */
function print(path: string): void {
  const file = openFile(loadNative(), path)
  const at = file.streams!.findIndex(({ codecpar }) => codecpar.codecType === VIDEO)
  decodeStream(loadNative(), file, at, {}, (frame) => {
    const { width, height, format, pts } = frame
    if (format !== I420) throw new Error(`The frames have the pixel format ${format}.`)
    const head = Buffer.from(Float64Array.of(width, height, Number(pts)).buffer)
    put(Buffer.concat([head, frame.toBuffer()]))
  })
}

function put(bytes: Buffer): void {
  for (let from = 0; from < bytes.length; ) from += writeSync(1, bytes, from)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  try {
    print(process.argv[2] ?? '')
  } catch (error) {
    process.stderr.write(`${error}\n`)
    process.exit(1)
  }
  process.exit(0)
}
