import { Fault } from '../../catalog/failures/fault.ts'
import { wornObjects } from '../../catalog/features/try-on.ts'
import type { EffectTask } from '../performers/performer.ts'
import { cutByModel } from '../product/cut-by-model.ts'
import type { Product } from '../product/product.ts'
import { type CutOutOptions, NotAlone, readProduct } from '../product/read-product.ts'
import { MASK_STRETCH } from '../product/tuning.ts'
import { luma } from '../raster/colour/luma.ts'
import type { Picture } from '../raster/picture.ts'
import type { Vision } from '../vision/vision.ts'
import { readWorn, type WornPiece } from './worn/read-worn.ts'
import type { WornPlace } from './worn/worn-place.ts'

/** One product of a task and how it is worn. */
export type WornProduct<Parameter> = {
  product: Product
  parameter: Parameter
  index: number
  /** See {@link WornPiece}. */
  front?: WornPiece['front']
}

/**
 * Opens and cuts out the products of a try-on, in the order in which they are worn.
 * @param kind the prefix of the parameters
 * @param placesIn where people in a product picture may wear such a piece
 * @throws Fault `reference` for a picture without a product, `parameter` for a name that is no file of the task
 */
export async function openProducts<Parameter extends Record<string, unknown>>(
  task: EffectTask,
  kind: 'earring' | 'necklace' | 'bracelet',
  placesIn: PlacesIn,
): Promise<WornProduct<Parameter>[]> {
  const worn: WornProduct<Parameter>[] = []
  for (const [nth, { ref, refmsk, parameter }] of wornObjects<Parameter>(
    task.parameters,
  ).entries()) {
    requireFile(task, 'ref', ref, `object_infos[${nth}].name`)
    if (refmsk !== undefined) requireFile(task, 'refmsk', refmsk, `object_infos[${nth}].mask_name`)
    const { picture } = await task.openPicture('ref', ref)
    const mask = refmsk === undefined ? undefined : await task.openPicture('refmsk', refmsk)
    await task.checkpoint()
    const removeBackground = parameter[`${kind}_need_remove_background`] !== false
    const options = {
      mask: mask?.picture,
      removeBackground,
      index: ref,
      goods: 'jewellery' as const,
    }
    const files = [
      { role: 'ref' as const, at: ref },
      ...(refmsk === undefined ? [] : [{ role: 'refmsk' as const, at: refmsk }]),
    ]
    const read = await task.readOnce(`${kind} ${removeBackground}`, files, async () =>
      readAny(task, picture, { ...options, kind }, placesIn),
    )
    worn.push({ ...read, parameter, index: ref })
    await task.checkpoint()
  }
  return worn
}

/**
 * Opens the products of a try-on beside its source: what one needs a decoder for, the other meanwhile does without.
 * @param opening what opens the source; what it throws comes first
 * @returns the source, and its products; `worn` throws what opening them threw
 */
export async function openBeside<Opened, Worn>(
  opening: Promise<Opened>,
  openingProducts: Promise<Worn>,
): Promise<{ opened: Opened; worn: () => Worn }> {
  // Both are waited for, so that nothing of the task still runs when it has failed.
  const [opened, products] = await Promise.allSettled([opening, openingProducts])
  if (opened.status === 'rejected') throw opened.reason
  const worn = (): Worn => {
    if (products.status === 'rejected') throw products.reason
    return products.value
  }
  return { opened: opened.value, worn }
}

/** Finds where people in a picture may wear jewellery. */
export type PlacesIn = (picture: Picture, vision: Vision) => Promise<readonly WornPlace[]>

/** A product alone in its picture, or worn by somebody in it. */
async function readAny(
  task: EffectTask,
  picture: Picture,
  options: CutOutOptions & { kind: string },
  placesIn: PlacesIn,
): Promise<WornPiece> {
  try {
    return { product: readProduct(picture, options) }
  } catch (cause) {
    const isUnread = cause instanceof Fault && cause.condition === 'reference'
    if (!isUnread || (options.mask && !(cause instanceof NotAlone))) throw cause
    const vision = await task.vision()
    const places = cause instanceof NotAlone ? await placesIn(picture, vision) : []
    // A network would cut out whoever wears the product with it.
    const mask = places.length === 0 ? await cutByModel(picture, vision) : undefined
    if (mask) return { product: readProduct(picture, { ...options, mask }) }
    if (!(cause instanceof NotAlone)) throw cause
    const coloured = places.length === 0 ? readColoured(picture, options) : undefined
    return coloured ?? readWorn(picture, places, options)
  }
}

/** A product that its hue alone tells from cloth, stone or wood; undefined where that is not sure. */
function readColoured(picture: Picture, options: CutOutOptions): WornPiece | undefined {
  try {
    return { product: readProduct(picture, { ...options, ground: 'coloured' }) }
  } catch (cause) {
    if (cause instanceof NotAlone) return undefined
    throw cause
  }
}

function requireFile(task: EffectTask, role: 'ref' | 'refmsk', at: number, field: string): void {
  if (at < task.fileCount(role)) return
  throw new Fault('parameter', `${field} names no file of this request.`)
}

/**
 * Opens the mask of the source, where there is one: black where something in the photo is in front of what is worn.
 * @returns the share of what is worn that may show at a pixel, 0–1
 */
export async function openSourceMask(
  task: EffectTask,
  { width, height }: Picture,
): Promise<(x: number, y: number) => number> {
  if (task.fileCount('srcmsk') === 0) return () => 1
  const { picture: mask } = await task.openPicture('srcmsk')
  const stretch = mask.width / width / (mask.height / height)
  if (stretch < MASK_STRETCH.least || stretch > MASK_STRETCH.most) {
    throw new Fault(
      'parameter',
      `The mask of the source is ${mask.width} × ${mask.height}, another shape than the picture's ${width} × ${height}.`,
      { role: 'srcmsk' },
    )
  }
  return (x, y) => {
    const column = Math.min(mask.width - 1, Math.floor(((x + 0.5) * mask.width) / width))
    const row = Math.min(mask.height - 1, Math.floor(((y + 0.5) * mask.height) / height))
    const at = (row * mask.width + column) * 4
    return luma(mask.data[at]!, mask.data[at + 1]!, mask.data[at + 2]!) / 255
  }
}
