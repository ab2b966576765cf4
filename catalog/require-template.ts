import { Failure } from './failure.ts'
import type { Feature } from './feature.ts'
import type { Template } from './template.ts'

/** The template a feature's client asked for by its id. Throws `InvalidTemplate`. */
export function requireTemplate(
  { templates = [] }: Pick<Feature, 'templates'>,
  id: unknown,
): Template {
  const template = templates.find((known) => known.id === id)
  if (template) return template
  throw new Failure('InvalidTemplate')
}
