import type { DressPart } from '../../catalog/generator/dress-table.ts'
import type { GeneratorAbility } from '../../catalog/generator/generator.ts'
import type { Box } from '../geometry/box.ts'
import type { Mask, Picture } from '../raster/picture.ts'

/**
 * The generator as the performer of one task has it. Pictures have any size: what the generator makes is laid back at
 * the source's resolution, inside the mask only, with its seam closed and its grain matched; outside the mask every
 * pixel stays the source's. Deadline, spending and the entry in the receipt are taken care of.
 *
 * All throw Fault `content` for a refusal by a filter, `parameter` for what the generator does not take, and `runtime`
 * when it fails, takes too long, costs too much or its answer was lost.
 */
export type TaskGenerator = {
  name: string
  abilities: readonly GeneratorAbility[]
  /** Features whose tasks ask it before the engine's own method. */
  preferredFor: readonly string[]
  /** The picture with new content where `replace` is 255; in between, the two are mixed. */
  fill(request: FillRequest): Promise<Picture>
  /** The canvas with new content around `source`. */
  extend(request: ExtendRequest): Promise<Picture>
  /** The picture in another style, at its own size. */
  restyle(request: RestyleRequest): Promise<Picture>
  /** The lengths of video it makes, seconds; none where it makes no video. */
  videoSeconds: readonly number[]
  /** A video (MP4) that begins with the picture. */
  animate(request: AnimateRequest): Promise<Uint8Array>
  /** The person of the picture in another garment. */
  dress(request: DressRequest): Promise<Picture>
}

type Wish = {
  prompt?: string | undefined
  /** What must not be there. */
  unwanted?: string | undefined
  /** A whole number, 0 to 4,294,967,294; 0 unless given, so that a task gives the same result again. */
  seed?: number | undefined
}

/** Without a prompt, what is there is taken out and the background continued. */
export type FillRequest = Wish & {
  picture: Picture
  /** 255 where new content belongs, 0 where the picture stays. Same size as the picture. */
  replace: Mask
  /** What the new content is to look like; for generators that fill from a reference. */
  reference?: Picture | undefined
}

export type ExtendRequest = Wish & {
  /** Of the result's size, with the source in its place; what is around it does not matter. */
  canvas: Picture
  /** Where the source lies in the canvas: whole pixels. */
  source: Box
}

export type RestyleRequest = Wish & {
  picture: Picture
  style?: Picture | undefined
  /** How far the result may go from the picture, 0–1. @default 0.7 */
  strength?: number | undefined
}

export type AnimateRequest = Wish & {
  picture: Picture
  seconds: number
  /** Lines of the video. @default 540 */
  height?: 540 | 720 | 1080 | undefined
  /** @default false */
  loop?: boolean | undefined
}

export type DressRequest = Pick<Wish, 'seed'> & {
  /** What the garment is, such as `red top with long sleeves`. */
  prompt?: string | undefined
  picture: Picture
  /** What is to be worn, alone or on somebody. */
  garment: Picture
  part: DressPart
  /** Whether its picture shows it alone, or on somebody. @default it is not known */
  worn?: 'flat' | 'worn' | undefined
  /** 255 where the picture stays: face, hair, hands and background. Same size as the picture. */
  keep: Mask
}
