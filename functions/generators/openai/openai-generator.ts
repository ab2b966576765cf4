import { DRESS_PARTS } from '../../../catalog/generator/dress-table.ts'
import {
  type OpenAiSettings,
  takesReferences,
} from '../../../catalog/generator/generator-settings.ts'
import type {
  CallContext,
  DressOperation,
  FillOperation,
  Generated,
  Generator,
  GeneratorLimits,
  RestyleOperation,
} from '../../../engine/generate/generator.ts'
import type { Picture } from '../../../engine/raster/picture.ts'
import type { guardedFetch } from '../../fetch/guarded-fetch.ts'
import { askServer } from '../ask-server.ts'
import { retryUnpaid } from '../retry-unpaid.ts'
import { sentPicture, transparentMask } from '../sent-picture.ts'
import { readAnswer } from './read-answer.ts'

export type OpenAiOptions = {
  settings: OpenAiSettings
  /** The bearer key; undefined where the server wants none. */
  key: () => Promise<string | undefined>
  fetch: typeof guardedFetch
  firstWaitMs?: number
}

/** What servers of one's own paint well: about a megapixel, in steps of the latent grid. */
const LIMITS: GeneratorLimits = {
  maxPixels: 1_572_864,
  minSide: 256,
  maxRatio: 2.5,
  multipleOf: 16,
  maxPrompt: 1000,
}

/** The sizes that OpenAI's own models make (API reference, "Create image edit"). */
const GPT_IMAGE_SIZES = [
  { width: 1024, height: 1024 },
  { width: 1536, height: 1024 },
  { width: 1024, height: 1536 },
]

/** The interface has no removal: a prompt describes what is there without the object. */
const ERASE =
  'Remove the object in the masked area and continue the background behind it, in the same light, texture and ' +
  'perspective. Add no new object.'

/** What is asked for where a picture comes with that of a garment. */
const DRESS = {
  upper: dressing('top'),
  lower: dressing('trousers, shorts or skirt'),
  full: dressing('whole outfit'),
} as const

function dressing(what: string): string {
  return (
    `The person of the first picture, in the same pose, light and place, wearing the ${what} of the second picture, ` +
    'with its colours and print. Face, hair, hands and background stay.'
  )
}

/** Any server with OpenAI's `/v1/images/edits`. There, transparent pixels of the mask are the ones to paint. */
export function openAiGenerator({ settings, key, fetch, firstWaitMs }: OpenAiOptions): Generator {
  const { url, model, dollarsPerPicture } = settings
  const isGptImage = /^(.*\/)?gpt-image/.test(model ?? '')
  const price = () => dollarsPerPicture

  const edit = async (
    pictures: readonly Picture[],
    mask: Blob | undefined,
    words: { prompt: string; unwanted?: string | undefined; seed: number },
    { signal }: CallContext,
  ): Promise<Generated<Picture>> => {
    const form = new FormData()
    const field = pictures.length > 1 ? 'image[]' : 'image'
    for (const picture of pictures) {
      const { bytes, contentType, name } = await sentPicture(picture)
      form.append(field, new Blob([bytes], { type: contentType }), name)
    }
    if (mask) form.append('mask', mask, 'mask.png')
    const [{ width, height }] = pictures as [Picture]
    form.append('prompt', words.prompt)
    if (model !== undefined) form.append('model', model)
    form.append('n', '1')
    form.append('size', `${width}x${height}`)
    // OpenAI's newest models answer in base64 only and refuse fields they do not know.
    if (!isGptImage) {
      form.append('response_format', 'b64_json')
      form.append('seed', String(words.seed))
      if (words.unwanted !== undefined) form.append('negative_prompt', words.unwanted)
    }
    const bearer = await key()
    const target = {
      url: `${url}/images/edits`,
      isPrivate: settings.private,
      authorization: bearer === undefined ? undefined : `Bearer ${bearer}`,
      signal,
      fetch,
    }
    const encoded = new Response(form)
    const body = {
      contentType: encoded.headers.get('content-type') ?? '',
      bytes: new Uint8Array(await encoded.arrayBuffer()),
    }
    const answer = await retryUnpaid(() => askServer(target, { body }), {
      signal,
      ...(firstWaitMs !== undefined && { firstWaitMs }),
    })
    const content = await readAnswer(answer, target)
    const { model: named, version } = namesIn(answer)
    const made = named ?? model ?? 'default'
    return { content, model: made, ...(version && { version }), dollars: dollarsPerPicture }
  }

  const fill: FillOperation = {
    prompt: 'maybe',
    reference: takesReferences(settings),
    idempotent: false,
    price,
    run: async ({ picture, replace, reference, prompt = ERASE, unwanted, seed }, context) => {
      const mask = new Blob([await transparentMask(replace)], { type: 'image/png' })
      const pictures = reference ? [picture, reference] : [picture]
      return await edit(pictures, mask, { prompt, unwanted, seed }, context)
    },
  }

  const restyle: RestyleOperation = {
    style: 'prompt',
    idempotent: false,
    price,
    run: async ({ picture, prompt = '', unwanted, seed }, context) =>
      await edit([picture], undefined, { prompt, unwanted, seed }, context),
  }

  const dress: DressOperation = {
    parts: DRESS_PARTS,
    idempotent: false,
    price,
    run: async ({ picture, garment, replace, part, prompt: what, seed }, context) => {
      const prompt = what === undefined ? DRESS[part] : `${DRESS[part]} It is a ${what}.`
      const mask = new Blob([await transparentMask(replace)], { type: 'image/png' })
      return await edit([picture, garment], mask, { prompt, seed }, context)
    },
  }

  const limits = isGptImage ? { ...LIMITS, maxPrompt: 32_000, sizes: GPT_IMAGE_SIZES } : LIMITS
  return { name: 'openai', limits, fill, restyle, ...(takesReferences(settings) && { dress }) }
}

/** What the answer says made the picture; servers of one's own say it, OpenAI does not. */
function namesIn({ model, system_fingerprint: version }: Record<string, unknown>) {
  return { model: nameOf(model), version: nameOf(version) }
}

function nameOf(told: unknown): string | undefined {
  return typeof told === 'string' && told !== '' ? told.slice(0, 200) : undefined
}
