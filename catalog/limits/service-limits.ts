import * as z from 'zod/mini'
import { FEATURES } from '../features/features.ts'
import type { PictureFormat, PictureRule } from '../files/file-rule.ts'
import { isPicture } from '../files/file-rule.ts'
import { parseJsonText } from '../json/parse-json-text.ts'

/** Limits of a picture to send; each may be left out. */
export type PictureLimits = {
  formats?: readonly PictureFormat[] | undefined
  /** Bytes; the file must be smaller. */
  maxBytes?: number | undefined
  /** Pixels of the shorter side, inclusive. */
  minShortSide?: number | undefined
  /** Pixels of the longer side, inclusive. */
  maxLongSide?: number | undefined
  /** The longer side divided by the shorter one, inclusive. */
  maxRatio?: number | undefined
}

/**
 * What a service takes where that is less than the catalogue says: of every feature, and of some by name instead.
 * Limits only ever narrow the catalogue's.
 */
export type ServiceLimits = PictureLimits & {
  features?: Record<string, PictureLimits> | undefined
}

const whole = z.optional(z.int().check(z.gte(1)))

const limits = z.strictObject({
  formats: z.optional(z.array(z.enum(['jpeg', 'png'])).check(z.minLength(1))),
  maxBytes: whole,
  minShortSide: whole,
  maxLongSide: whole,
  maxRatio: z.optional(z.number().check(z.gte(1))),
})

const NAME = z.string().check(z.refine((name) => FEATURES.some((feature) => feature.name === name)))

const serviceLimits = z.strictObject({
  ...limits.shape,
  features: z.optional(z.record(NAME, limits)),
})

const EXAMPLE =
  '{"formats": ["jpeg"], "maxBytes": 4000000, "maxLongSide": 1024, "features": {"face-swap": {"maxRatio": 1.5}}}'

/**
 * Parses limits from JSON text or a parsed value. Throws an error that names the field and the rule, or the feature
 * that no picture would be left for.
 */
export function parseServiceLimits(given: unknown): ServiceLimits {
  const parsed = z.safeParse(serviceLimits, typeof given === 'string' ? readJson(given) : given)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = ['serviceLimits', ...(issue?.path ?? [])].join('.')
    throw new Error(`${field} must be like ${EXAMPLE}.`)
  }
  for (const { name, files } of FEATURES) {
    if (!isPicture(files.src)) continue
    const { formats, maxLongSide, minShortSide = 1 } = narrowRule(files.src, name, parsed.data)
    if (formats.length === 0 || minShortSide > maxLongSide) {
      throw new Error(`serviceLimits leave no picture that ${name} takes.`)
    }
  }
  return parsed.data
}

/** The rule of a feature's source, narrowed to what a service takes. */
export function narrowRule(
  rule: PictureRule,
  feature: string,
  { features, ...every }: ServiceLimits = {},
): PictureRule {
  const { formats, maxBytes, minShortSide, maxLongSide, maxRatio } = {
    ...every,
    ...features?.[feature],
  }
  const ratio = Math.min(rule.maxRatio ?? Infinity, maxRatio ?? Infinity)
  return {
    ...rule,
    formats: rule.formats.filter((format) => formats?.includes(format) ?? true),
    maxBytes: Math.min(rule.maxBytes, maxBytes ?? Infinity),
    maxLongSide: Math.min(rule.maxLongSide, maxLongSide ?? Infinity),
    ...(minShortSide && { minShortSide: Math.max(rule.minShortSide ?? 1, minShortSide) }),
    ...(Number.isFinite(ratio) && { maxRatio: ratio }),
  }
}

function readJson(text: string): unknown {
  try {
    return parseJsonText(text)
  } catch {
    return undefined
  }
}
