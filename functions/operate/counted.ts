/** A number with the word for what is counted: `1 job`, `2 jobs`. */
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`
}
