import type { BedrockRuntimeClient } from '@aws-sdk/client-bedrock-runtime'
import { BEDROCK_PRICES as PRICES } from '../../../catalog/generator/bedrock-prices.ts'
import type { BedrockModels } from '../../../catalog/generator/generator-settings.ts'
import type {
  CallContext,
  ExtendCall,
  FillOperation,
  Generated,
  Generator,
  GeneratorLimits,
  Operation,
  RestyleOperation,
} from '../../../engine/generate/generator.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import { sentPicture, whiteMask } from '../sent-picture.ts'
import { invokeModel } from './invoke-model.ts'

export type BedrockOptions = {
  client: Pick<BedrockRuntimeClient, 'send'>
  models: BedrockModels
  /** Seconds the first wait between two attempts may take; half a second unless a test is in a hurry. */
  firstWaitMs?: number
}

/**
 * Sides from 64 pixels, at most 9,437,184 pixels, sides at most 1 : 2.5 (Bedrock User Guide, "Stability AI Image
 * Services"). No more than 4 megapixels are sent, so that request and answer stay below the 25 MB of a call.
 */
const LIMITS: GeneratorLimits = {
  maxPixels: 4_194_304,
  minSide: 64,
  maxRatio: 2.5,
  multipleOf: 1,
  maxPrompt: 10_000,
  maxMargin: 2000,
}

/** Stability's image services on Amazon Bedrock. */
export function bedrockGenerator({ client, models, firstWaitMs }: BedrockOptions): Generator {
  const invoke = async (
    modelId: string,
    body: Record<string, unknown>,
    dollars: number,
    { signal }: CallContext,
  ): Promise<Generated<Picture>> => {
    const request = { ...body, output_format: 'png' }
    const content = await invokeModel(client, modelId, request, { signal, firstWaitMs })
    return { content, model: modelId, dollars }
  }

  const fill: FillOperation = {
    prompt: 'maybe',
    reference: false,
    idempotent: false,
    price: () => PRICES.fill,
    run: async ({ picture, replace, prompt, unwanted, seed }, context) => {
      const body = {
        image: await base64Of(picture),
        mask: Buffer.from(await whiteMask(replace)).toString('base64'),
        // The mask is exact: what is painted beyond it would be thrown away.
        grow_mask: 0,
        seed,
      }
      return prompt === undefined
        ? await invoke(models.erase, body, PRICES.fill, context)
        : await invoke(
            models.inpaint,
            { ...body, ...wordsOf(prompt, unwanted) },
            PRICES.fill,
            context,
          )
    },
  }

  const extend: Operation<ExtendCall, Picture> = {
    idempotent: false,
    price: () => PRICES.extend,
    run: async ({ picture, margins, prompt, seed }, context) => {
      const { left, top: up, right, bottom: down } = margins
      const image = await base64Of(picture)
      const body = { image, left, up, right, down, seed, ...wordsOf(prompt, undefined) }
      return await invoke(models.outpaint, body, PRICES.extend, context)
    },
  }

  const restyle: RestyleOperation = {
    style: 'either',
    idempotent: false,
    price: ({ style }) => (style ? PRICES.style : PRICES.structure),
    run: async ({ picture, style, strength, prompt, unwanted, seed }, context) => {
      const words = wordsOf(prompt, unwanted)
      if (!style) {
        const body = { image: await base64Of(picture), control_strength: 1 - strength / 2, seed }
        return await invoke(models.structure, { ...body, ...words }, PRICES.structure, context)
      }
      const body = {
        init_image: await base64Of(picture),
        style_image: await base64Of(style),
        change_strength: Math.max(0.1, strength),
        seed,
      }
      return await invoke(models.style, { ...body, ...words }, PRICES.style, context)
    },
  }

  return { name: 'bedrock', limits: LIMITS, fill, extend, restyle }
}

function wordsOf(prompt: string | undefined, unwanted: string | undefined) {
  return {
    ...(prompt !== undefined && { prompt }),
    ...(unwanted !== undefined && { negative_prompt: unwanted }),
  }
}

async function base64Of(picture: Picture): Promise<string> {
  return Buffer.from((await sentPicture(picture)).bytes).toString('base64')
}
