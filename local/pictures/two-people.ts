import { drawPeople } from './draw-people.ts'
import { amara, henrik } from './people.ts'
import type { DrawnScene, Room, Scene } from './scene.ts'

/** The room every sample picture is taken in. */
export const ROOM: Room = { wall: '#9fb0a6', wood: '#a8764a', floor: 868, horizon: 560 }

const scene: Scene = {
  width: 1400,
  height: 1050,
  seed: 7,
  room: ROOM,
  people: [
    { ...amara, at: { x: 985, y: 944 }, height: 700 },
    { ...henrik, at: { x: 452, y: 1012 }, height: 905 },
  ],
}

/** The demo's picture: a large man with a full waist on the left, a smaller slim woman on the right, well apart. */
export const twoPeople = (): Promise<DrawnScene> => drawPeople(scene)
