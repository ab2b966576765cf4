import { inpaint } from '../fill/inpaint.ts'
import { boxOfPlane } from '../raster/bounding-box.ts'
import type { Generator, GeneratorLimits } from './generator.ts'

/** Any picture the engine takes. Around very large holes there is too little to continue from. */
const LIMITS: GeneratorLimits = {
  ...{ maxPixels: 16_777_216, minSide: 1, maxRatio: 4096, multipleOf: 1, maxPrompt: 0 },
}

/**
 * The engine's own fill behind the port: it takes things out by continuing what is around them, and invents nothing.
 * It costs nothing and sends nothing anywhere.
 */
export const embeddedGenerator: Generator = {
  name: 'embedded',
  limits: LIMITS,
  fill: {
    ...{ prompt: 'never', reference: false, idempotent: true, price: () => 0 },
    run: async ({ picture, replace }) => {
      const target = replace.data.map((share) => (share > 0 ? 1 : 0))
      const hole = boxOfPlane(replace.data, replace)
      const thickness = hole ? Math.min(hole.width, hole.height) / 2 : 1
      const content = inpaint(picture, target, target, thickness)
      return { content, model: 'darkroom', dollars: 0 }
    },
  },
}
