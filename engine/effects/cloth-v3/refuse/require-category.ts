import { Fault } from '../../../../catalog/failures/fault.ts'
import type { ClothParameters } from '../../../../catalog/features/cloth-v3.ts'
import type { GarmentKind } from '../garment.ts'

type Category = ClothParameters['garment_category']

/** The garments each category means; `auto` means all that can be told apart, and shoes cannot. */
const KINDS: Readonly<Record<Category, readonly GarmentKind[]>> = {
  upper_body: ['top'],
  lower_body: ['trousers', 'skirt'],
  full_body: ['dress'],
  shoes: [],
  auto: ['top', 'dress', 'trousers', 'skirt'],
}

const NAMES: Readonly<Record<GarmentKind, string>> = {
  top: 'a top',
  dress: 'a dress',
  trousers: 'trousers or shorts',
  skirt: 'a skirt',
}

/** The category that asks for a kind. */
export const CATEGORY_OF: Readonly<Record<GarmentKind, Exclude<Category, 'auto' | 'shoes'>>> = {
  top: 'upper_body',
  dress: 'full_body',
  trousers: 'lower_body',
  skirt: 'lower_body',
}

/** @throws Fault `mismatch` for a garment of another category than the one that is asked for */
export function requireCategory(category: Category, kind: GarmentKind): void {
  if (KINDS[category].includes(kind)) return
  throw new Fault(
    'mismatch',
    `The reference shows ${NAMES[kind]}, and garment_category is ${category}. Ask for ${CATEGORY_OF[kind]}, or for auto.`,
    { role: 'ref' },
  )
}

/** @throws Fault `mismatch`: shoes are put on by generators alone */
export function refuseShoes(): never {
  throw new Fault(
    'mismatch',
    'Shoes are put on by a generator alone, and none that fills is configured. Tops, trousers, shorts, skirts and ' +
      'dresses can be worn.',
  )
}
