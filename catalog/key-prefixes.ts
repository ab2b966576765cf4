/** Where in the drop bucket the files lie that jobs are begun for: those only batches work, and those dropped. */
export const SOURCE_PREFIXES = ['files/', 'drop/'] as const

/** Where in the drop bucket the fixed objects lie that recipes name. */
export const INPUTS_PREFIX = 'inputs/'
