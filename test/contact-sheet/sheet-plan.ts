type SkinType = 'I' | 'II' | 'III' | 'IV' | 'V' | 'VI'

/**
 * A sample picture by name. Drawn ones can always be shown. Photographs (file names) are no part of the project: a
 * sheet leaves out those that are not there.
 */
export type SamplePicture =
  | 'drawn face'
  | `drawn face, skin ${SkinType}`
  | `drawn face with flaws, skin ${SkinType}`
  | 'drawn woman'
  | 'drawn man'
  | 'two drawn people, the left one'
  | `drawn ${'sea' | 'room' | 'meadow' | 'studio'}`
  | `drawn bust, ${'hair up' | 'long hair' | 'short hair' | 'curly hair' | 'collar'}`
  | 'drawn wrist'
  | `${string}.jpg`
  | `${string}.png`

type Parameters = Readonly<Record<string, unknown>>

/** A feature's contact sheet as data; the program that draws it knows only these kinds. */
export type SheetPlan =
  | StrengthSheetPlan
  | ReadingSheetPlan
  | PairSheetPlan
  | MarginSheetPlan
  | TemplateSheetPlan
  | PromptSheetPlan
  | ProductSheetPlan
  | GarmentSheetPlan
  | StripSheetPlan
  | ClipSheetPlan

/** A row for each picture and strength of the catalogue's schema: the source and three strengths each way. */
export type StrengthSheetPlan = {
  kind: 'strengths'
  pictures: readonly SamplePicture[]
  finds: 'faces' | 'bodies'
  /** Room around the target on a tile, as a share of the longer side of its box. */
  margin: number
  /** Pictures are cut to their largest face first, for effects that need it to fill most of the picture. */
  fillFrame?: true
  /** Goes with every strength that the catalogue does not accept alone. */
  alongside?: Parameters
  /** Whole sets of parameters, each shown in a row of its own. */
  tasks?: readonly Parameters[]
}

/** A row for each picture: the face, and what the feature reads from it, as its number on a scale. */
export type ReadingSheetPlan = {
  kind: 'reading'
  pictures: readonly SamplePicture[]
  /** The result field that is shown. */
  field: string
  /** The values the field may have; a sheet shows their number from 1. */
  scale: readonly string[]
}

/** A row for each pair of pictures: the source, the reference, and the source with the reference's face. */
export type PairSheetPlan = {
  kind: 'pairs'
  pictures: readonly SamplePicture[]
  parameters: Parameters
}

/** A row for each picture: the picture, and the picture with each of these margins. */
export type MarginSheetPlan = {
  kind: 'margins'
  pictures: readonly SamplePicture[]
  /** What is added on each side, in shares of the picture's width or height. */
  margins: readonly { left: number; top: number; right: number; bottom: number }[]
}

/** A row for each picture and category of templates: the source, and the picture with each template. */
export type TemplateSheetPlan = {
  kind: 'templates'
  pictures: readonly SamplePicture[]
  /** Room around the largest face on a tile, as a share of the longer side of its box. */
  margin: number
}

/** Rows for each thing in a picture: the picture, and what becomes of the thing by each prompt of a row. */
export type PromptSheetPlan = {
  kind: 'prompts'
  things: readonly MaskedThing[]
}

/** A thing in a picture, and what is asked for in its place. */
export type MaskedThing = {
  picture: SamplePicture
  /** What it is, for people. */
  thing: string
  /** Its outline as SVG path data, in pixels of the picture at its own size. */
  outline: string
  /** Rows of as many prompts each, for all things alike. */
  prompts: readonly (readonly string[])[]
}

/** A row for each picture and set of parameters: the source, and each product worn. */
export type ProductSheetPlan = {
  kind: 'products'
  pictures: readonly SamplePicture[]
  /** What a tile shows: the largest face with room around it, or the largest hand. */
  finds: 'faces' | 'hands'
  /** Names of the project's drawn jewellery. */
  products: readonly string[]
  /** Sets of parameters of an object. */
  tasks: readonly Parameters[]
}

/** A row for each picture: the person, and the person dressed in each drawn garment. */
export type GarmentSheetPlan = {
  kind: 'garments'
  pictures: readonly SamplePicture[]
  /** Names of the project's drawn garments. */
  garments: readonly string[]
}

/** Rows for each drawn video: frames of the source, and the same frames of the result, or of that of each template. */
export type StripSheetPlan = {
  kind: 'strips'
  pictures: readonly 'drawn walk'[]
  parameters: Parameters
}

/** A row for each picture and template: frames of the video that the picture becomes. */
export type ClipSheetPlan = {
  kind: 'clips'
  pictures: readonly SamplePicture[]
  parameters: Parameters
}
