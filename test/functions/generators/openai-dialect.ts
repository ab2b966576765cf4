import { type Dialect, planeOf } from './generator-server.ts'

async function bytesOf(file: unknown): Promise<Buffer> {
  return Buffer.from(await (file as File).arrayBuffer())
}

/** OpenAI's image edits: a multipart form, masks whose transparent pixels are edited, answers in base64. */
export const openAiDialect: Dialect = {
  read: async (request, body) => {
    const form = await new Response(new Uint8Array(body), {
      headers: { 'content-type': request.headers['content-type'] ?? '' },
    }).formData()
    const mask = form.get('mask')
    const images = [...form.getAll('image'), ...form.getAll('image[]')]
    const fields: Record<string, unknown> = { images: images.length }
    for (const [name, value] of form) if (typeof value === 'string') fields[name] = value
    return {
      fields,
      image: await bytesOf(images[0]),
      replace: mask ? (await planeOf(await bytesOf(mask), 'alpha')).map((a) => 255 - a) : undefined,
    }
  },
  answer: (png) => ({ created: 0, data: [{ b64_json: png.toString('base64') }], model: 'own-1' }),
}
