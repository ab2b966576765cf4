/** Where names stand, those of a formula or of a function within one: the kernel's local for each. */
export type NameScope = Map<string, string>

/** What the kernel of a formula works with; grows as the formula is read. */
export type FormulaNames = {
  planes: readonly string[]
  /** The formula's own names: its scalars, what it has loaded of planes, and the results of its lines. */
  top: NameScope
  /** The kernel's vectors. */
  locals: string[]
  /** The locals of constants, by how these are written. */
  constants: Map<string, string>
  /** The names that are read, and the planes that are assigned. */
  read: Set<string>
  written: Set<string>
}

/** The names of a formula that is not read yet. */
export function createNames(planes: readonly string[], scalars: readonly string[]): FormulaNames {
  const names: FormulaNames = {
    planes,
    top: new Map(),
    locals: [],
    constants: new Map(),
    read: new Set(),
    written: new Set(),
  }
  for (const name of scalars) names.top.set(name, freshLocal(names))
  return names
}

/** A vector of the kernel's that nothing has yet. */
export function freshLocal({ locals }: FormulaNames): string {
  const name = `v${locals.length}`
  locals.push(name)
  return name
}

/** The code that gives four times a number, as it is written in the formula. */
export function constantCode(names: FormulaNames, written: string): string {
  const { constants } = names
  if (!constants.has(written)) constants.set(written, freshLocal(names))
  return `local.get $${constants.get(written)}`
}

/** The code that gives the address of a plane's numbers at the place. */
export function addressCode(plane: string): string {
  return `local.get $${plane}At  local.get $at  i32.add`
}

/** The code for the value of a name; a plane is loaded where it is first read. @throws when the name is not known */
export function nameCode(names: FormulaNames, name: string, scope: NameScope): string {
  const { planes, top, read } = names
  if (scope === top) read.add(name)
  const local = scope.get(name)
  if (local !== undefined) return `local.get $${local}`
  if (scope !== top || !planes.includes(name)) throw new Error(`${name} is not known.`)
  const own = freshLocal(names)
  top.set(name, own)
  return `${addressCode(name)}  v128.load 0  local.tee $${own}`
}
