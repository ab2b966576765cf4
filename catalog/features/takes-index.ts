import type { Feature } from './feature.ts'

/** Whether the effect works on one of several people, chosen by the parameter `index`. */
export function takesIndex(feature: Feature): boolean {
  return feature.preProcess !== undefined && 'index' in shapeOf(feature.parameters)
}

/** The members of an object schema; empty for any other. */
function shapeOf(schema: Feature['parameters']): object {
  return (schema as { def?: { shape?: object } }).def?.shape ?? {}
}
