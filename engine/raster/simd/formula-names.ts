/** The names of a formula, or of one call of a function, and the kernel's local of each. */
export type NameScope = Map<string, string>

/** The names, locals and constants of a formula's kernel. They are added as the formula is parsed. */
export type FormulaNames = {
  planes: readonly string[]
  /** The formula's scope: its scalars, the planes loaded so far, and the results of its lines. */
  top: NameScope
  /** The names of the kernel's v128 locals. */
  locals: string[]
  /** The locals of constants, by their text in the formula. */
  constants: Map<string, string>
  /** The names that are read, and the planes that are assigned. */
  read: Set<string>
  written: Set<string>
}

/** The names of a formula before it is parsed. */
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

/** Adds a v128 local to the kernel and returns its name. */
export function freshLocal({ locals }: FormulaNames): string {
  const name = `v${locals.length}`
  locals.push(name)
  return name
}

/** The code that leaves a constant in all four lanes on the stack. `written` is its text in the formula. */
export function constantCode(names: FormulaNames, written: string): string {
  const { constants } = names
  if (!constants.has(written)) constants.set(written, freshLocal(names))
  return `local.get $${constants.get(written)}`
}

/** The code that leaves the address of a plane's values at the current four pixels on the stack. */
export function addressCode(plane: string): string {
  return `local.get $${plane}At  local.get $at  i32.add`
}

/**
 * The code that leaves the value of a name on the stack. A plane is loaded where it is first read.
 * @throws when the name is unknown
 */
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
