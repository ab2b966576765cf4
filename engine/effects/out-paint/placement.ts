import { Fault } from '../../../catalog/failures/fault.ts'
import type { Extension } from '../../../catalog/features/out-paint.ts'
import type { Box } from '../../geometry/box.ts'
import type { Size } from '../../geometry/size.ts'

/** Which part of the source goes where. */
export type Placement = {
  /** The part of the source that is used, source pixels. */
  part: Box
  /** Where it lies in the result, result pixels. */
  box: Box
  /** Of the result. */
  output: Size
}

/**
 * The placement that a task asks for.
 * @throws Fault `parameter` that names the fields, where the part reaches beyond the source or nothing is to be filled
 */
export function placementOf(to: Extension, source: Size): Placement {
  requireWithin('crop_input_x', 'crop_input_width', to, source.width, 'wide')
  requireWithin('crop_input_y', 'crop_input_height', to, source.height, 'high')
  return {
    part: {
      left: to.crop_input_x,
      top: to.crop_input_y,
      width: to.crop_input_width,
      height: to.crop_input_height,
    },
    box: { left: to.input_x, top: to.input_y, width: to.input_width, height: to.input_height },
    output: { width: to.output_width, height: to.output_height },
  }
}

type Horizontal = readonly ['crop_input_x', 'crop_input_width']
type Vertical = readonly ['crop_input_y', 'crop_input_height']

function requireWithin(
  ...[from, length, to, most, side]: [...(Horizontal | Vertical), Extension, number, string]
): void {
  const end = to[from] + to[length]
  if (end <= most) return
  throw new Fault(
    'parameter',
    `${from} + ${length} is ${end}; the source is ${most} pixels ${side}.`,
  )
}
