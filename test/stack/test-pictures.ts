import sharp from 'sharp'
import { emptyRoom } from '../../samples/empty-room.ts'
import { onePerson } from '../../samples/one-person.ts'
import { twoPeople } from '../../samples/two-people.ts'
import { onceForAllWorkers } from '../setup/once-for-all-workers.ts'

/** A picture to drop, and the boxes of its people in its own pixels, left to right. */
export type TestPicture = {
  png: Buffer
  people: { left: number; top: number; width: number; height: number }[]
}

/** Pixels. The height becomes 360, above the 320 that a body reshape requires, and the engine needs half the time. */
const WIDTH = 480

let two: Promise<TestPicture> | undefined
let none: Promise<TestPicture> | undefined

/** A large man on the left and a slight woman on the right, 480 × 360. */
export function twoPeoplePicture(): Promise<TestPicture> {
  two ??= scaled('two-people', twoPeople)
  return two
}

/** The same room with nobody in it. */
export function emptyRoomPicture(): Promise<TestPicture> {
  none ??= scaled('empty-room', emptyRoom)
  return none
}

let one: Promise<{ png: Buffer }> | undefined

/** A woman alone in the room, 360 × 480. */
export function onePersonPicture(): Promise<{ png: Buffer }> {
  one ??= onceForAllWorkers('darkroom-one-person', async () =>
    (await onePerson('ines', 360)).png.toString('base64'),
  ).then((png) => ({ png: Buffer.from(png, 'base64') }))
  return one
}

/** Drawn once for all workers of a run of the tests: it takes longer than many tests. */
async function scaled(name: string, draw: typeof twoPeople): Promise<TestPicture> {
  const made = await onceForAllWorkers(`darkroom-${name}`, async () => {
    const { png, people } = await drawScaled(draw)
    return JSON.stringify({ png: png.toString('base64'), people })
  })
  const { png, people } = JSON.parse(made)
  return { png: Buffer.from(png, 'base64'), people }
}

async function drawScaled(draw: typeof twoPeople): Promise<TestPicture> {
  const { png, width, truth } = await draw()
  const ratio = WIDTH / width
  return {
    png: await sharp(png).resize(WIDTH).png().toBuffer(),
    people: truth.people.map(({ box }) => ({
      left: Math.floor(box.left * ratio),
      top: Math.floor(box.top * ratio),
      width: Math.ceil(box.width * ratio),
      height: Math.ceil(box.height * ratio),
    })),
  }
}
