/** How much a finding matters, the least first. */
export const LEVELS = ['ok', 'note', 'warning', 'problem'] as const

export type Level = (typeof LEVELS)[number]

/** One line of `darkroom doctor`. */
export type Finding = {
  level: Level
  /** What was looked at, e.g. `connection`. */
  check: string
  /** What was found, in one sentence. */
  says: string
  /** What to do about it; present unless there is nothing to do. */
  todo?: string
}

/** The worst level of a list; `ok` when it is empty. */
export function worstLevel(findings: readonly Finding[]): Level {
  return LEVELS[Math.max(0, ...findings.map(({ level }) => LEVELS.indexOf(level)))] ?? 'ok'
}

/** Status 1 is that of a command that could not do its work. */
export const EXIT_CODES: Readonly<Record<Level, number>> = {
  ok: 0,
  note: 0,
  warning: 2,
  problem: 3,
}
