import sharp from 'sharp'
import { nobody } from '../../local/pictures/nobody.ts'
import { twoPeople } from '../../local/pictures/two-people.ts'

/** A picture to drop, and where its people stand: boxes in its own pixels, left to right. */
export type TestPicture = {
  png: Buffer
  people: { left: number; top: number; width: number; height: number }[]
}

/** Pixels; the height becomes 360, above the 320 a body reshape asks for, and the engine needs half the time. */
const WIDTH = 480

let two: Promise<TestPicture> | undefined
let none: Promise<TestPicture> | undefined

/** A large man on the left and a slight woman on the right, 480 × 360; drawn once a process. */
export const twoPeoplePicture = (): Promise<TestPicture> => {
  two ??= scaled(twoPeople())
  return two
}

/** The same room with nobody in it. */
export const emptyRoom = (): Promise<TestPicture> => {
  none ??= scaled(nobody())
  return none
}

const scaled = async (drawing: ReturnType<typeof twoPeople>): Promise<TestPicture> => {
  const { png, width, truth } = await drawing
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
