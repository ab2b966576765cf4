import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { amara, henrik } from './people.ts'
import type { DrawnScene } from './scene.ts'

let drawn: Promise<DrawnScene> | undefined

/**
 * The picture of the demo, 1400 × 1050: on the left a large man with a full waist, on the right a slight woman who
 * appears smaller, well apart. `truth.people` is in that order. Drawn once in a process: it must not be changed.
 */
export function twoPeople(): Promise<DrawnScene> {
  drawn ??= draw()
  return drawn
}

function draw(): Promise<DrawnScene> {
  return drawPeople({
    width: 1400,
    height: 1050,
    seed: 7,
    room: ROOM,
    people: [
      { ...henrik, at: { x: 452, y: 1012 }, height: 905 },
      { ...amara, at: { x: 985, y: 944 }, height: 700 },
    ],
  })
}
