import sharp from 'sharp'
import { bust, type SitterName } from '../../samples/bust.ts'
import { drawPeople } from '../../samples/draw-people.ts'
import { emptyRoom, ROOM } from '../../samples/empty-room.ts'
import { onePerson } from '../../samples/one-person.ts'
import { amara, henrik, ines, kofi, maren } from '../../samples/people.ts'
import { portrait } from '../../samples/portrait.ts'
import { twoPeople } from '../../samples/two-people.ts'

/** A drawn file, and the key it is dropped under. */
export type DemoFile = { key: string; draw: () => Promise<Buffer> }

type Drawn = Promise<{ png: Uint8Array }>

function jpeg(drawn: () => Drawn) {
  return async (): Promise<Buffer> =>
    await sharp((await drawn()).png)
      .jpeg({ quality: 90 })
      .toBuffer()
}

const three = () =>
  drawPeople({
    width: 1800,
    height: 1200,
    seed: 3,
    room: { ...ROOM, floor: 1010, horizon: 660 },
    people: [
      { ...kofi, at: { x: 420, y: 1150 }, height: 1010 },
      { ...ines, at: { x: 930, y: 1160 }, height: 960 },
      { ...maren, at: { x: 1400, y: 1120 }, height: 900 },
    ],
  })

const pair = (left: typeof ines, right: typeof ines, seed: number) => () =>
  drawPeople({
    width: 1600,
    height: 1200,
    seed,
    room: { ...ROOM, floor: 1010, horizon: 660, plant: false },
    people: [
      { ...left, at: { x: 520, y: 1160 }, height: 1010 },
      { ...right, at: { x: 1120, y: 1140 }, height: 930 },
    ],
  })

const sitter = (name: SitterName, wall: string) => () =>
  bust(name, { width: 1000, height: 1250, face: 0.34, wall })

const square = async (): Promise<Buffer> =>
  sharp((await twoPeople()).png)
    .resize(1000, 1000, { fit: 'cover' })
    .jpeg()
    .toBuffer()

/** What a small studio drops on a day: several recipes, folders, and some that do not work out. */
export const DEMO_FILES: readonly DemoFile[] = [
  { key: 'drop/slim/lake house/01 henrik and amara.jpg', draw: jpeg(twoPeople) },
  { key: 'drop/slim/lake house/02 ines.jpg', draw: jpeg(() => onePerson('ines', 1200)) },
  { key: 'drop/slim/lake house/03 the room.jpg', draw: jpeg(emptyRoom) },
  { key: 'drop/softer-face/portraits/kofi.jpg', draw: jpeg(sitter('kofi', '#b9b2a6')) },
  { key: 'drop/evening-look/portraits/maren evening.jpg', draw: jpeg(sitter('maren', '#a9adb0')) },
  { key: 'drop/bob-cut/portraits/amara bob.jpg', draw: jpeg(sitter('amara', '#b7a99a')) },
  { key: 'drop/widen/banners/lake house wide.jpg', draw: square },
  { key: 'drop/swap-face/party/amara.jpg', draw: jpeg(portrait) },
  { key: 'drop/everybody-taller/party/three friends.jpg', draw: jpeg(three) },
  { key: 'drop/skin-type/portraits/henrik skin.jpg', draw: jpeg(sitter('henrik', '#c0b8ac')) },
  { key: 'drop/slim/party/kofi and ines.jpg', draw: jpeg(pair(kofi, ines, 5)) },
  { key: 'drop/slim/party/henrik and maren.jpg', draw: jpeg(pair(henrik, maren, 9)) },
  { key: 'drop/slim/party/invitation.jpg', draw: async () => Buffer.from('not a picture') },
  { key: 'drop/slim/party/amara and henrik.jpg', draw: jpeg(pair(amara, henrik, 21)) },
]
