import { impression, pointillist } from './dabs.ts'
import { crayon, ink, pencil } from './drawn.ts'
import { mosaic } from './mosaic.ts'
import { oil, watercolour } from './painted.ts'
import { pixelArt } from './pixels.ts'
import { cel, comic } from './printed.ts'
import type { Style } from './style.ts'
import { duotone, linocut, neonEdges } from './toned.ts'

/** The styles by the catalogue's ids. */
export const STYLES: Readonly<Record<string, Style>> = {
  pencil,
  ink,
  crayon,
  comic,
  cel,
  watercolour,
  oil,
  impression,
  pointillist,
  mosaic,
  linocut,
  pixel_art: pixelArt,
  duotone,
  neon_edges: neonEdges,
}
