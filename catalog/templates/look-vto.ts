import { LOOK_FILES } from '../looks/look-files.ts'
import type { Template } from './template.ts'

/** The zones of a look whose pigments stand for it, the first ones first, and how many do. */
const SHOWN_ZONES = ['lips', 'lid', 'wash', 'blush', 'crease', 'liner', 'lashes']
const SHOWN = 4

/** Make-up looks: one for each JSON file of `catalog/looks`, in the order of their ids. */
export const LOOK_VTO_TEMPLATES: readonly Template[] = Object.entries(LOOK_FILES).map(
  ([id, { title, category, zones }]) => ({
    id,
    title,
    category_name: category,
    palette: SHOWN_ZONES.flatMap(
      (name) => zones.find(({ zone, pigment }) => zone === name && pigment)?.pigment ?? [],
    ).slice(0, SHOWN),
  }),
)
