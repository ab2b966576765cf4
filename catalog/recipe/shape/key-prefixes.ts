/** Where in the drop bucket the files lie that begin jobs by themselves. */
export const DROP_PREFIX = 'drop/'

/** Where in the drop bucket the files lie that jobs are begun for: those only batches work, and those dropped. */
export const SOURCE_PREFIXES = ['files/', DROP_PREFIX] as const

/** Where in the drop bucket the fixed objects lie that recipes name. */
export const INPUTS_PREFIX = 'inputs/'
