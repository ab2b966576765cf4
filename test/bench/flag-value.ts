/** What `--name=value` says among the flags of a bench; undefined where the flag is not given. */
export function flagValue(flags: readonly string[], name: string): string | undefined {
  const start = `--${name}=`
  return flags.find((flag) => flag.startsWith(start))?.slice(start.length)
}
