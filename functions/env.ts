/**
 * The environment variable `name`. Throws when it is absent or empty, so that a wrong deployment fails at cold start.
 */
export function env(name: string): string {
  const value = optionalEnv(name)
  if (value === undefined) throw new Error(`The environment variable ${name} is not set.`)
  return value
}

/** The environment variable `name`, or undefined when it is absent or empty. */
export function optionalEnv(name: string): string | undefined {
  return process.env[name] || undefined
}
