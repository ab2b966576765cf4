import type { EffectTask } from '../../../performers/performer.ts'
import type { Mask, Picture } from '../../../raster/picture.ts'
import { crop } from '../../../raster/pixels/crop.ts'
import { placesIn } from '../../../raster/pixels/places-in.ts'
import { UNCOVERED_MADE_UP, UNCOVERED_MOST } from '../tuning.ts'
import type { HoleBeside } from '../wear/fill-beside.ts'

/** Who makes up what is behind somebody who is dressed: beside hems and sleeves that hide less than what was worn. */
export type Behind = {
  /** How much of it, as a share of the square over the shoulders' width. */
  most: number
  /** What fills a hole, as large as its box; undefined where the engine's own continuation does. */
  makeUp(picture: Picture, hole: HoleBeside, isRim: boolean): Promise<Picture | undefined>
}

/**
 * Of a rim a network of users is asked, and nobody who is paid. What is more than a rim the operator's generator takes
 * out where it does that, or else the network; without either it is refused.
 */
export function behindGarments({
  generator,
  inpaint,
}: Pick<EffectTask, 'generator' | 'inpaint'>): Behind {
  const eraser = generator?.abilities.includes('erase') ? generator : undefined
  return {
    most: eraser || inpaint ? UNCOVERED_MADE_UP : UNCOVERED_MOST.background,
    makeUp: async (picture, hole, isRim) => {
      const replace = maskOf(picture, hole)
      if (eraser && !isRim) return crop(await eraser.fill({ picture, replace }), hole.box)
      return inpaint && crop(await inpaint(picture, replace), hole.box)
    },
  }
}

/** What is not to be continued counts as what is missing: the person, who stays, is drawn back over it. */
function maskOf({ width, height }: Picture, { box, hidden }: HoleBeside): Mask {
  const data = new Uint8Array(width * height)
  const places = placesIn(box, { width, height })
  for (let i = 0; i < hidden.length; i++) if (hidden[i]) data[places[i]!] = 255
  return { width, height, data }
}
