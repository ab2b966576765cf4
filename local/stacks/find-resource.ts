import type { AssemblyModel, Resource } from '../template/resource.ts'
import type { LocalResource } from './local-stacks.ts'

/**
 * Finds a resource by `stack/logicalId`, by a logical id that is unique, or by its construct path with or without the
 * `/Resource` at its end.
 * @throws Error when there is none, or more than one
 */
export function findResource(model: AssemblyModel, id: string): LocalResource {
  const found = model.resources.filter((resource) => answersTo(resource, id))
  const [only] = found
  if (!only) throw new Error(`The stacks have no resource ${id}`)
  if (found.length > 1) {
    const names = found.map((resource) => `${resource.stack}/${resource.logicalId}`)
    throw new Error(`${id} is ${names.join(' and ')}: name one of them`)
  }
  const { stack, logicalId, type } = only
  return { stack, logicalId, type, ...only.identity() }
}

function answersTo(resource: Resource, id: string): boolean {
  const path = String(resource.metadata['aws:cdk:path'] ?? '')
  const names = [
    resource.logicalId,
    `${resource.stack}/${resource.logicalId}`,
    path,
    path.replace(/\/Resource$/, ''),
  ]
  return names.includes(id)
}
