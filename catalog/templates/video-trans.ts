import type { Template } from './template.ts'

/** Styles for painting a video. */
export const VIDEO_TRANS_TEMPLATES: readonly Template[] = [
  style('pencil', 'Pencil', 'Drawing', 'f4f1ea 3a3a3a'),
  style('ink', 'Ink', 'Drawing', 'ffffff 0a0a0a'),
  style('crayon', 'Crayon', 'Drawing', 'e05a4a f2c14e 4a8fd0'),
  style('comic', 'Comic', 'Drawing', 'f2d33c d0342c 1f4a9c 0a0a0a'),
  style('cel', 'Cel animation', 'Drawing', '8fd0f2 f2b8c8 f8e8a0'),
  style('watercolour', 'Watercolour', 'Painting', 'bcd8e0 e8c8b8 d0dcb0'),
  style('oil', 'Oil', 'Painting', '5a3a1f a87838 2f4a3a'),
  style('impression', 'Short strokes', 'Painting', '6a8fb8 c8b070 a86a88'),
  style('pointillist', 'Dots', 'Painting', 'd04a3a 3a6ab8 e8c840'),
  style('mosaic', 'Mosaic', 'Craft', '2f6a7a d8a850 8a3a2a'),
  style('linocut', 'Linocut', 'Craft', 'f0e8d8 1f2f3a'),
  style('pixel_art', 'Pixels', 'Digital', '2a1f4a 5ac8a8 f0e070'),
  style('duotone', 'Two colours', 'Digital', '1a1f5a f27a6a'),
  style('neon_edges', 'Neon edges', 'Digital', '0a0a1a 3af2e0 f23aa8'),
]

function style(id: string, title: string, category_name: string, palette: string): Template {
  return { id, title, category_name, palette: palette.split(' ') }
}
