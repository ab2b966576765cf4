import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { ines } from './people.ts'
import type { DrawnScene } from './scene.ts'

let drawn: Promise<DrawnScene> | undefined

/** Pixels from crown to sole, so that the face takes up two thirds of the picture's width. */
const HEIGHT = 7_100

/** The face of the woman of `onePerson` from near by, 900 × 1100. Drawn once in a process: it must not be changed. */
export function portrait(): Promise<DrawnScene> {
  drawn ??= draw()
  return drawn
}

function draw(): Promise<DrawnScene> {
  return drawPeople({
    width: 900,
    height: 1100,
    seed: 11,
    room: { ...ROOM, floor: 990, horizon: 640, plant: false },
    people: [{ ...ines, at: { x: 450, y: 560 + 0.915 * HEIGHT }, height: HEIGHT }],
  })
}
