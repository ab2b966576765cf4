import type { z } from 'zod'
import type { Resource } from './resource.ts'
import { TemplateError } from './template.ts'

/**
 * Reads the properties of a resource in the form that `schema` describes.
 * @throws TemplateError naming stack, resource, property and rule
 */
export function readProperties<S extends z.ZodType>(resource: Resource, schema: S): z.infer<S> {
  const parsed = schema.safeParse(resource.properties())
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const path = [`${resource.stack}/${resource.logicalId}`, ...(issue?.path ?? [])].join('.')
  throw new TemplateError(`${path}: ${issue?.message}`)
}
