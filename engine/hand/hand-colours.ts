import type { LabPlanes, SamplingGrid } from '../raster/colour/lab-planes.ts'
import { type ColourModel, fitColourModel } from '../regions/colour-model.ts'
import { HAND, type Hand } from '../vision/hands/hand.ts'
import { HAND_COLOURS } from './tuning.ts'

/** The colours of the back of the hand, on a grid: between the wrist and the knuckles. */
export function handColours(
  lab: LabPlanes,
  grid: SamplingGrid,
  points: Hand['landmarks'],
): ColourModel {
  const wrist = points[HAND.wrist]!
  const pixels: number[] = []
  for (const finger of [HAND.index, HAND.middle, HAND.ring, HAND.little]) {
    const knuckle = points[finger[0]]!
    for (let share = 0; share <= 1; share += HAND_COLOURS.step) {
      const column = Math.floor(
        (wrist.x + (knuckle.x - wrist.x) * share - grid.area.left) / grid.scale,
      )
      const row = Math.floor((wrist.y + (knuckle.y - wrist.y) * share - grid.area.top) / grid.scale)
      if (column < 0 || row < 0 || column >= grid.width || row >= grid.height) continue
      pixels.push(row * grid.width + column)
    }
  }
  return fitColourModel(lab, pixels, HAND_COLOURS.most)
}
