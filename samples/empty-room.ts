import { drawPeople } from './draw-people.ts'
import type { DrawnScene, Room } from './scene.ts'

/** The room of the sample pictures, for a picture 1050 pixels high. */
export const ROOM: Room = {
  wall: '#9fb0a6',
  wood: '#a8764a',
  floor: 868,
  horizon: 560,
  plant: true,
}

/** The room of `twoPeople` without people, 1400 × 1050. */
export function emptyRoom(): Promise<DrawnScene> {
  return drawPeople({ width: 1400, height: 1050, seed: 7, room: ROOM, people: [] })
}
