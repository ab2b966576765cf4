import { FEATURES, findFeature } from '../../catalog/features/features.ts'
import type { Engine } from '../../engine/perform.ts'
import { clipSheet } from './clip-sheet.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { garmentSheet } from './garment-sheet.ts'
import { marginSheet } from './margin-sheet.ts'
import { pairSheet } from './pair-sheet.ts'
import { productSheet } from './product-sheet.ts'
import { promptSheet } from './prompt-sheet.ts'
import { readingSheet } from './reading-sheet.ts'
import type { SamplePicture, SheetPlan } from './sheet-plan.ts'
import { SHEET_PLANS } from './sheet-plans.ts'
import { strengthSheet } from './strength-sheet.ts'
import { stripSheet } from './strip-sheet.ts'
import { templateSheet } from './template-sheet.ts'

/** The features that are built, in the catalogue's order. */
export function shownFeatures(): string[] {
  return FEATURES.map(({ name }) => name).filter((name) => Object.hasOwn(SHEET_PLANS, name))
}

/**
 * Makes the sheet of one of {@link shownFeatures}, as {@link SHEET_PLANS} has it.
 * @param isShown which of its pictures are on it
 */
export function makeSheet(
  name: string,
  engine: Engine,
  isShown: (picture: SamplePicture) => boolean = () => true,
): Promise<ContactSheet> {
  const feature = findFeature(name)
  const whole = SHEET_PLANS[name]
  if (!feature || !whole) throw new Error(`There is no sheet for ${name}.`)
  const plan = onlyShown(whole, isShown)
  switch (plan.kind) {
    case 'strengths':
      return strengthSheet(engine, feature, plan)
    case 'reading':
      return readingSheet(engine, feature, plan)
    case 'pairs':
      return pairSheet(engine, feature, plan)
    case 'strips':
      return stripSheet(engine, feature, plan)
    case 'clips':
      return clipSheet(engine, feature, plan)
    case 'garments':
      return garmentSheet(engine, feature, plan)
    case 'margins':
      return marginSheet(engine, feature, plan)
    case 'templates':
      return templateSheet(engine, feature, plan)
    case 'prompts':
      return promptSheet(engine, feature, plan)
    case 'products':
      return productSheet(engine, feature, plan)
  }
}

function onlyShown(plan: SheetPlan, isShown: (picture: SamplePicture) => boolean): SheetPlan {
  switch (plan.kind) {
    case 'prompts':
      return { ...plan, things: plan.things.filter(({ picture }) => isShown(picture)) }
    case 'strips':
      return plan
    default:
      return { ...plan, pictures: plan.pictures.filter(isShown) }
  }
}
