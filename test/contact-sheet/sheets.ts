import { FEATURES } from '../../catalog/features.ts'
import { type Engine, isInstalled } from '../../engine/perform.ts'
import type { ContactSheet } from './contact-sheet.ts'
import { readingSheet } from './reading-sheet.ts'
import { strengthSheet } from './strength-sheet.ts'
import { bodies, faces, skins } from './subjects.ts'
import { swapSheet } from './swap-sheet.ts'

/** Something harmless to ask for beside a parameter that may not stand alone. */
const ALONGSIDE: Readonly<Record<string, Record<string, unknown>>> = {
  'face-reshape': { features: { cheekbones: 1 } },
  'face-lift': { features: { shape: 1 } },
}

/** Tasks without a strength, shown in the last column of a row of their own. */
const WHOLE: Readonly<Record<string, Record<string, unknown>[]>> = {
  'face-lift': [{ type: 'auto' }],
}

/** How each feature is shown, by the catalogue's names. */
const SHEETS: Readonly<Record<string, (engine: Engine) => Promise<ContactSheet>>> = {
  'body-reshape': strength('body-reshape', 'bodies', 0.08, bodies),
  'face-reshape': strength('face-reshape', 'faces', 0.14, faces),
  'face-lift': strength('face-lift', 'faces', 0.14, faces),
  'skin-simulation': strength('skin-simulation', 'faces', 0.05, skins),
  'fitzpatrick-scale-analyzer': readingSheet,
  'face-swap': swapSheet,
}

/** The features that are built and can be shown. */
export function shownFeatures(): string[] {
  return FEATURES.map(({ name }) => name).filter(
    (name) => Object.hasOwn(SHEETS, name) && isInstalled(name, 'effect'),
  )
}

/** Makes the sheet of one of {@link shownFeatures}. */
export function makeSheet(name: string, engine: Engine): Promise<ContactSheet> {
  const make = SHEETS[name]
  if (!make) throw new Error(`There is no sheet for ${name}.`)
  return make(engine)
}

function strength(
  name: string,
  finds: 'faces' | 'bodies',
  room: number,
  subjects: typeof faces,
): (engine: Engine) => Promise<ContactSheet> {
  return (engine) =>
    strengthSheet(engine, {
      name,
      finds,
      room,
      subjects,
      alongside: ALONGSIDE[name] ?? {},
      whole: WHOLE[name] ?? [],
    })
}
