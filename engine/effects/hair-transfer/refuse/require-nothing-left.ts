import { Fault } from '../../../../catalog/failures/fault.ts'
import { sampleGrid } from '../../../raster/colour/sample-grid.ts'
import { debugPlane } from '../../../raster/debug.ts'
import { keepConnected } from '../../../raster/mask/keep-connected.ts'
import { type Head, pixelToHead } from '../head/head.ts'
import { squaredSkullRadius } from '../head/scalp.ts'
import {
  MOST_LEFT,
  NOTHING_LEFT_BESIDE,
  NOTHING_LEFT_CONNECTED,
  NOTHING_LEFT_EAR,
  NOTHING_LEFT_MOST_TOUCHING,
  NOTHING_LEFT_NECK,
  NOTHING_LEFT_REACHED,
  NOTHING_LEFT_ROOMY,
} from '../tuning.ts'

/**
 * Whether nothing of the person stays beside new hair but skull, ears and neck. What is told as hair comes off; hair of
 * the skin's colour, a hat and a hand do not. A bald head has nothing there.
 * @param cover the share of each pixel that the new hair hides
 * @throws Fault `hidden-face`
 */
export function requireNothingLeft(head: Head, cover: Float32Array): void {
  const { picture, regions, hair, frame } = head
  const { area } = regions.grid
  const shown = new Float32Array(cover.length)
  const high: number[] = []
  const readRow = (y: number): void => {
    for (let x = area.left; x < area.left + area.width; x++) {
      const { u, v } = pixelToHead(frame, x + 0.5, y + 0.5)
      if (
        v < NOTHING_LEFT_NECK.low ||
        Math.abs(u) > NOTHING_LEFT_BESIDE ||
        squaredSkullRadius(u, v) < NOTHING_LEFT_ROOMY
      )
        continue
      if (
        v < NOTHING_LEFT_EAR.top &&
        Math.abs(u) < (v > NOTHING_LEFT_EAR.low ? NOTHING_LEFT_EAR.outer : NOTHING_LEFT_NECK.beside)
      )
        continue
      const at = y * picture.width + x
      const person = sampleGrid(regions.person, regions.grid, x, y)
      const cloth = v < NOTHING_LEFT_EAR.low ? sampleGrid(regions.cloth, regions.grid, x, y) : 0
      shown[at] = person * (1 - cloth) * (1 - cover[at]!) * (1 - hair.alpha[at]!)
      if (v > NOTHING_LEFT_REACHED) high.push(at)
    }
  }
  for (let y = area.top; y < area.top + area.height; y++) readRow(y)
  // What begins below the ears is worn: a collar's ring, a strap.
  const hanging = keepConnected(shown, picture.width, NOTHING_LEFT_CONNECTED, high)
  let left = 0
  for (let at = 0; at < hanging.length; at++) left += hanging[at]!
  debugPlane('left beside new hair', shown, picture)
  if (left <= MOST_LEFT * frame.faceWidth ** 2) return
  throw new Fault(
    'hidden-face',
    'Beside the person’s head is something that is not told as hair: hair of the skin’s colour, a hat, a hand; a ' +
      'plain background of another colour and a bare head help.',
    { role: 'src' },
  )
}

/**
 * Whether nothing of the ground that touches the person's hair and looks like it shows beside new hair: where the one
 * ends and the other begins is not seen.
 * @param clear the share of hair in each pixel without what touches it
 * @param cover the share of each pixel that the new hair hides
 * @throws Fault `hidden-face`
 */
export function requireNothingTouches(head: Head, clear: Float32Array, cover: Float32Array): void {
  const { alpha } = head.hair
  let shown = 0
  for (let at = 0; at < clear.length; at++) shown += (alpha[at]! - clear[at]!) * (1 - cover[at]!)
  if (shown <= NOTHING_LEFT_MOST_TOUCHING * head.frame.faceWidth ** 2) return
  throw new Fault(
    'hidden-face',
    'Something behind the person looks like the hair that it touches, such as the frame of a picture; a plain ' +
      'background of another colour helps.',
    { role: 'src' },
  )
}
