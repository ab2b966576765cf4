/** The environment variable `name`. Throws naming it when it is absent or empty, so that a wrong deployment fails at start. */
export const env = (name: string): string => {
  const value = optionalEnv(name)
  if (value === undefined) throw new Error(`The environment variable ${name} is not set.`)
  return value
}

/** The environment variable `name`, or undefined when it is absent or empty. */
export const optionalEnv = (name: string): string | undefined => process.env[name] || undefined
