import * as z from 'zod/mini'

/** A model file of the operator’s that a task was carried out with. */
export type ModelUse = {
  /** Its name in the folder of models. */
  file: string
  /** Of the whole file, in hex. */
  sha256: string
  /** What carried it out; absent in what was written before it was told. */
  runtime?: 'litert' | 'onnx' | undefined
  /** As its manifest says. */
  licence?: string | undefined
}

/** The schema of a used model, as it stands in receipts. */
export const MODEL_USE = z.object({
  file: z
    .string()
    .check(z.regex(/^\w[\w.-]{0,110}$/), z.describe('Its name in the operator’s folder.')),
  sha256: z
    .string()
    .check(z.regex(/^[0-9a-f]{64}$/), z.describe('The SHA-256 of the whole file, in hex.')),
  runtime: z.optional(z.enum(['litert', 'onnx']).check(z.describe('What carried it out.'))),
  licence: z.optional(
    z.string().check(z.regex(/^[\x20-\x7e]{1,100}$/), z.describe('As its manifest says.')),
  ),
})

/** Header with the model files of the operator’s that a task used. Other services do not send it. */
export const MODELS_HEADER = 'darkroom-models'

const list = z.array(MODEL_USE).check(z.maxLength(8))

/** Used models as a header: JSON in ASCII; none where none were used. */
export function modelHeaders(models: readonly ModelUse[]): Record<string, string> {
  return models.length > 0 ? { [MODELS_HEADER]: JSON.stringify(models) } : {}
}

/** Reads used models from a header; undefined unless it has this form, because it is stored and shown. */
export function modelsFromHeader(header: string | null | undefined): ModelUse[] | undefined {
  if (!header || header.length > 4000) return undefined
  try {
    const parsed = z.safeParse(list, JSON.parse(header))
    return parsed.success && parsed.data.length > 0 ? parsed.data : undefined
  } catch {
    return undefined
  }
}
