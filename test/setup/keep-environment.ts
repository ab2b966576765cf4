/** Remembers the environment variables and returns the function that puts them back as they were. */
export function keepEnvironment(): () => void {
  const kept = { ...process.env }
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in kept)) delete process.env[name]
    Object.assign(process.env, kept)
  }
}
