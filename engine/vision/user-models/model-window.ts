import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'
import type { ModelPicture } from '../../models/model-manifest.ts'

/** The part of a picture that a model sees, in picture pixels; it may go beyond the picture. */
export type ModelWindow = Box & {
  /** Of the model's input, in input pixels. */
  input: Size
}

/**
 * What a model sees of a part of a picture: the part alone, stretched over the input, or the part in the middle of the
 * input, as large as fits, with what lies around it.
 */
export function modelWindow(
  area: Box,
  { size, fit }: Pick<ModelPicture, 'size' | 'fit'>,
): ModelWindow {
  const input = 'width' in size ? size : freeSize(area, size)
  if (fit === 'stretch') return { ...area, input }
  const scale = Math.max(area.width / input.width, area.height / input.height)
  const [width, height] = [scale * input.width, scale * input.height]
  return {
    left: area.left + (area.width - width) / 2,
    top: area.top + (area.height - height) / 2,
    width,
    height,
    input,
  }
}

type FreeSize = Exclude<ModelPicture['size'], Size>

/** The size of an input whose model takes any: that of the area, scaled, in whole multiples. */
function freeSize(area: Size, { multipleOf, shorter, most }: FreeSize): Size {
  const [short, long] = [Math.min(area.width, area.height), Math.max(area.width, area.height)]
  const scale = Math.min((shorter ?? short) / short, most / long)
  const limit = Math.max(multipleOf, Math.floor(most / multipleOf) * multipleOf)
  const side = (length: number): number =>
    Math.min(limit, Math.max(1, Math.round((scale * length) / multipleOf)) * multipleOf)
  return { width: side(area.width), height: side(area.height) }
}
