import type { Box } from '../../../geometry/box.ts'
import type { Displacement } from '../../../raster/warp/displacement.ts'
import { LIMIT_TO_FRAME_MAX_ROOM_SHARE } from '../tuning.ts'

/**
 * Keeps a field from reading outside the picture, where nothing is known: a person whom the frame cuts is stretched
 * towards it instead. Far from the frame the field hardly changes. Changes the field in place.
 * @param frame of the picture, in pixels of the field
 */
export function limitToFrame({ step, cols, rows, dx, dy }: Displacement, frame: Box): void {
  const right = frame.left + frame.width - 1
  const bottom = frame.top + frame.height - 1
  const limitRow = (j: number): void => {
    for (let i = 0, k = j * cols; i < cols; i++, k++) {
      const [across, down] = [dx[k]!, dy[k]!]
      if (across !== 0)
        dx[k] = softLimit(across, across < 0 ? i * step - frame.left : right - i * step)
      if (down !== 0) dy[k] = softLimit(down, down < 0 ? j * step - frame.top : bottom - j * step)
    }
  }
  for (let j = 0; j < rows; j++) limitRow(j)
}

/** Limits a displacement smoothly to a share of the room in its direction, in pixels. */
function softLimit(move: number, room: number): number {
  const most = LIMIT_TO_FRAME_MAX_ROOM_SHARE * Math.max(0, room)
  return most === 0 ? 0 : most * Math.tanh(move / most)
}
