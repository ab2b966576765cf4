import type { Recipe } from '../../../../catalog/recipe/shape/recipe.ts'

/**
 * How the files of a job travel to the service: as the recipe says, or by upload where one of their keys has a
 * segment `.` or `..`. URL parsers fold such segments, written plainly or as `%2e`, and would ask for another object
 * (WHATWG URL, "double-dot URL path segment"). Then all files are uploaded, because a service may require files that
 * belong together to be named in one form.
 */
export function transferOf(plan: Recipe, source: string): Recipe['transfer'] {
  return [source, ...objectsOf(plan)].some(isFolded) ? 'upload' : plan.transfer
}

function isFolded(key: string): boolean {
  return key.split('/').some((segment) => segment === '.' || segment === '..')
}

function objectsOf({ steps }: Recipe): string[] {
  return steps
    .flatMap(({ inputs }) => Object.values(inputs).flat())
    .flatMap((input) => ('object' in input ? [input.object] : []))
}
