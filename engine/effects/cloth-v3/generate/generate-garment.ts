import type { ClothParameters } from '../../../../catalog/features/cloth-v3.ts'
import type { EffectTask } from '../../../performers/performer.ts'
import { readProduct } from '../../../product/read-product.ts'
import type { Picture } from '../../../raster/picture.ts'
import type { PersonRegions } from '../../../regions/person/find-regions.ts'
import type { Garment } from '../garment.ts'
import type { Subject } from '../measure/wearer.ts'
import { CATEGORY_OF } from '../refuse/require-category.ts'
import { garmentArea } from './garment-area.ts'
import { colourWord, garmentWords } from './garment-words.ts'

/** What each category is called in a prompt. */
const NAMES = {
  upper_body: 'top',
  lower_body: 'trousers, shorts or skirt',
  full_body: 'whole outfit',
  shoes: 'shoes',
} as const

/** What of a person each category covers. */
const PARTS = { upper_body: 'upper', lower_body: 'lower', full_body: 'full' } as const

const UNWANTED = 'another person, other hands, changed face, text'

type Wish = { garment: Garment | undefined; reference: Picture; parameters: ClothParameters }

/**
 * Lets the operator's generator dress somebody: it is shown the reference where it takes one, and told the garment's
 * colour and kind otherwise, as far as the reference tells them.
 */
export async function generateGarment(
  { picture, body, regions }: Subject & { regions: PersonRegions },
  { garment, reference, parameters }: Wish,
  { generator }: EffectTask,
): Promise<{ picture: Picture; results: { note?: string } }> {
  if (!generator) throw new Error('No generator was configured.')
  const { garment_category: category, change_shoes: shoes } = parameters
  const auto = garment ? CATEGORY_OF[garment.kind] : 'full_body'
  const area = category === 'auto' ? auto : category
  if (area !== 'shoes' && generator.abilities.includes('dress')) {
    const replace = garmentArea(picture, body, regions, { area, shoes: false })
    const keep = { ...replace, data: replace.data.map((share) => 255 - share) }
    const prompt = garment && garmentWords(garment)
    const dressed = await generator.dress({
      picture,
      garment: reference,
      part: PARTS[area],
      keep,
      ...(garment && { worn: garment.shape.drape ? ('worn' as const) : ('flat' as const) }),
      ...(prompt !== undefined && { prompt }),
    })
    return { picture: dressed, results: {} }
  }
  const shown = generator.abilities.includes('fill from a reference')
  const withShoes = shown && shoes && (category === 'full_body' || category === 'lower_body')
  const replace = garmentArea(picture, body, regions, { area, shoes: withShoes })
  const wish = { picture, replace, unwanted: UNWANTED }
  if (shown) {
    const what = `${NAMES[area]}${withShoes ? ', with its shoes if it shows any' : ''}`
    const prompt =
      `The same person in the same photograph, pose and light, wearing the ${what} of the reference picture, with its ` +
      'colours and print. Arms and legs that it leaves bare are bare skin; the background continues.'
    return { picture: await generator.fill({ ...wish, prompt, reference }), results: {} }
  }
  const words = garment ? garmentWords(garment) : shoeWords(reference)
  const prompt =
    `The same person in the same photograph, pose and light, wearing: ${words}. Arms and legs that it leaves bare are ` +
    'bare skin; the background continues.'
  const note = `The generator takes no reference picture: it was told to paint "${words}".`
  return { picture: await generator.fill({ ...wish, prompt }), results: { note } }
}

/** Shoes are told by their colour alone. */
function shoeWords(reference: Picture): string {
  return `${colourWord(readProduct(reference, { removeBackground: true, index: 0 }))} shoes`
}
