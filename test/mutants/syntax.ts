/** A node of the syntax tree, as ESTree has it. */
export type Node = { type: string; start: number; end: number } & Record<string, unknown>

/** What is around a node: its parents, the closest first, and the name under which each holds the one below. */
export type Around = readonly { node: Node; key: string }[]
