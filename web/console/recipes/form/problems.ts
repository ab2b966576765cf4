/** A rule that a field breaks, wherever the form stands. */
export type FieldProblem = { path: Path; words: string }

export type Path = readonly (string | number)[]

/** What is wrong with the field of a path itself, without its members. */
export function problemsAt(problems: readonly FieldProblem[], path: Path): FieldProblem[] {
  const wanted = JSON.stringify(path)
  return problems.filter((one) => JSON.stringify(one.path) === wanted)
}

/** What is wrong with a field and everything below it. */
export function problemsWithin(problems: readonly FieldProblem[], path: Path): FieldProblem[] {
  return problems.filter((one) => path.every((part, at) => one.path[at] === part))
}

/** The id of a field's control in the document. */
export function fieldId(path: Path): string {
  return `field-${path.join('-').replace(/[^\w-]/g, '_')}`
}
