import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { onePerson } from '../../../samples/one-person.ts'
import { emptyRoomPicture, twoPeoplePicture } from '../../stack/test-pictures.ts'

/**
 * Forty photos in folders: one with nobody in it, one with somebody alone, one whose mask is missing, and all others of
 * two people with a mask of the second one beside them.
 */
export const FORTY = {
  count: 40,
  nobody: 'day 2/nobody.png',
  alone: 'day 2/alone.png',
  withoutMask: 'day 2/without mask.png',
}

/** Slims the second person, and then paints what the mask beside the photo is white over. */
export const SECOND_PERSON = {
  description: 'Slims the second person and dyes their clothes.',
  steps: [
    { feature: 'body-reshape', target: 'index:1', parameters: { features: { slim: -40 } } },
    {
      feature: 'obj-replace',
      parameters: { prompt: 'a dark green jacket' },
      inputs: { msk: { companion: '{stem}.mask.png' } },
    },
  ],
  companionSeconds: 10,
}

/** Writes the photos and their masks into a folder. */
export async function writeForty(folder: string): Promise<void> {
  const [two, none, one] = await Promise.all([
    twoPeoplePicture(),
    emptyRoomPicture(),
    onePerson('ines', 480),
  ])
  const [, second] = two.people
  const masks = {
    two: await maskOf({ width: 480, height: 360 }, second!),
    one: await maskOf({ width: 480, height: 640 }, { left: 200, top: 200, width: 80, height: 120 }),
  }
  const write = (name: string, bytes: Uint8Array, mask?: Uint8Array): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), bytes)
    if (mask) writeFileSync(join(folder, name.replace(/\.png$/, '.mask.png')), mask)
  }
  for (let at = 0; at < FORTY.count - 3; at++) {
    write(`day ${at % 2}/photo ${at}.png`, two.png, masks.two)
  }
  write(FORTY.nobody, none.png, masks.two)
  write(FORTY.alone, one.png, masks.one)
  write(FORTY.withoutMask, two.png)
}

type Box = { left: number; top: number; width: number; height: number }

/** White over the middle of a box. */
async function maskOf(size: { width: number; height: number }, box: Box): Promise<Buffer> {
  const [width, height] = [Math.round(box.width / 2), Math.round(box.height / 4)]
  const white = { width, height, channels: 3 as const, background: 'white' }
  const input = await sharp({ create: white }).png().toBuffer()
  const at = { left: Math.round(box.left + width / 2), top: Math.round(box.top + height) }
  return await sharp({ create: { ...size, channels: 3, background: 'black' } })
    .composite([{ input, ...at }])
    .png()
    .toBuffer()
}
