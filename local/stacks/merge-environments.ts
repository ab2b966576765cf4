import { TemplateError } from '../template/template.ts'

/** The variables of one origin; its name is for messages. */
export type NamedEnvironment = {
  readonly name: string
  readonly variables: Readonly<Record<string, string>>
}

/**
 * Merges the variables of all origins into one set, for functions that share a process.
 * @throws TemplateError when a variable has two values
 */
export function mergeEnvironments(
  environments: readonly NamedEnvironment[],
): Record<string, string> {
  const merged = new Map<string, { value: string; from: string }>()
  for (const { name: from, variables } of environments) {
    for (const [name, value] of Object.entries(variables)) {
      const earlier = merged.get(name)
      if (earlier && earlier.value !== value) {
        throw new TemplateError(
          `Environment variable ${name} has one value in ${earlier.from} and another in ${from}: ` +
            'functions that share a process need one.',
        )
      }
      merged.set(name, { value, from })
    }
  }
  return Object.fromEntries([...merged].map(([name, { value }]) => [name, value]))
}
