import { drawPeople } from './draw-people.ts'
import { ROOM } from './empty-room.ts'
import { amara, henrik, ines, kofi, maren } from './people.ts'
import type { DrawnScene } from './scene.ts'

const PEOPLE = { amara, henrik, ines, kofi, maren } as const

const DRAWN = new Map<string, Promise<DrawnScene>>()

/**
 * Somebody alone in the room, as a rule a woman of full build, 900 × 1200 or in another width. Drawn once in a
 * process: it must not be changed.
 */
export function onePerson(who: keyof typeof PEOPLE = 'ines', width = 900): Promise<DrawnScene> {
  const key = `${who} ${width}`
  const drawn = DRAWN.get(key) ?? draw(who, width)
  DRAWN.set(key, drawn)
  return drawn
}

function draw(who: keyof typeof PEOPLE, width: number): Promise<DrawnScene> {
  const scale = width / 900
  return drawPeople({
    width,
    height: 1200 * scale,
    seed: 11,
    room: { ...ROOM, floor: 990 * scale, horizon: 640 * scale, plant: false },
    people: [{ ...PEOPLE[who], at: { x: 450 * scale, y: 1138 * scale }, height: 985 * scale }],
  })
}
