import type { Size } from '../../../engine/geometry/size.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { type Crop, cropOf } from '../modes/crop.ts'
import type { Mode } from '../modes/mode.ts'

/** Reads the part of a frame that is judged. The picture's pixels are those of the next one too: copy what is kept. */
export type FrameReader = {
  read(frame: VideoFrame | ImageBitmap, mode: Mode, shown: Size): Promise<Picture>
}

/** Where a canvas is drawn and read, RGBA is four bytes a pixel. */
const BYTES = 4

export function createFrameReader(): FrameReader {
  let buffer = new ArrayBuffer(0)
  let canvas: OffscreenCanvas | undefined
  const copyFrame = async (frame: VideoFrame, { x, y, width, height }: Crop): Promise<Picture> => {
    const { left, top } = offsetOf(frame)
    const rect = { x: x + left, y: y + top, width, height }
    const size = width * height * BYTES
    if (buffer.byteLength !== size) buffer = new ArrayBuffer(size)
    await frame.copyTo(buffer, { rect, format: 'RGBA' } as VideoFrameCopyToOptions)
    return { width, height, data: new Uint8ClampedArray(buffer) }
  }
  const drawFrame = (frame: CanvasImageSource, { x, y, width, height }: Crop): Picture => {
    canvas ??= new OffscreenCanvas(width, height)
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('The browser draws no pictures in workers.')
    context.drawImage(frame, x, y, width, height, 0, 0, width, height)
    return { width, height, data: context.getImageData(0, 0, width, height).data }
  }
  return {
    read: async (frame, mode, shown) => {
      const crop = cropOf(sizeOf(frame), shown, mode)
      // A turned or scaled frame is drawn: copying gives the pixels as the camera stores them.
      if ('copyTo' in frame && isStraight(frame)) return await copyFrame(frame, crop)
      return drawFrame(frame, crop)
    },
  }
}

function sizeOf(frame: VideoFrame | ImageBitmap): Size {
  return 'displayWidth' in frame
    ? { width: frame.displayWidth, height: frame.displayHeight }
    : { width: frame.width, height: frame.height }
}

function offsetOf({ visibleRect }: VideoFrame): { left: number; top: number } {
  return { left: visibleRect?.x ?? 0, top: visibleRect?.y ?? 0 }
}

function isStraight(frame: VideoFrame): boolean {
  const { rotation = 0, flip = false } = frame as { rotation?: number; flip?: boolean }
  const { visibleRect } = frame
  return (
    rotation === 0 &&
    !flip &&
    visibleRect?.width === frame.displayWidth &&
    visibleRect.height === frame.displayHeight
  )
}
