import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { ines } from './people.ts'
import type { DrawnScene } from './scene.ts'

/** A woman of full build alone in the room, 900 × 1200. */
export function onePerson(): Promise<DrawnScene> {
  return drawPeople({
    width: 900,
    height: 1200,
    seed: 11,
    room: { ...ROOM, floor: 990, horizon: 640, plant: false },
    people: [{ ...ines, at: { x: 450, y: 1138 }, height: 985 }],
  })
}
