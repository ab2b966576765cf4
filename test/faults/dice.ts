/** What can go wrong. Each seed has its own mood: how likely each of these is, often not at all. */
export const FAULTS = {
  /** Refused before anything was done. */
  throttle: 0.15,
  /** A function that Lambda has no room for, as often as it is asked. */
  crowded: 0.2,
  /** Done, but the answer is an error. */
  lostAnswer: 0.12,
  /** Done, the answer lost, and done again by the client behind the caller's back. */
  doubled: 0.12,
  /** The function dies before the call, or after it. */
  crashBefore: 0.06,
  crashAfter: 0.06,
  /** Longer than the function may run. */
  slow: 0.04,
  /** An invocation that worked is reported as failed. */
  answerGone: 0.05,
  /** A message or event that comes twice, or late. */
  twice: 0.3,
  late: 0.3,
  /** A webhook attempt that nobody receives. */
  dropped: 0.6,
  /** A signed webhook that says the opposite of the one before. */
  contradiction: 0.3,
  /** A task that ends at once, takes hours, never ends, or ends in an error. */
  instant: 0.4,
  long: 0.15,
  stuck: 0.1,
  taskError: 0.15,
  /** A status older than the last one that was read. */
  stale: 0.3,
  /** The file is written anew, or deleted, while it is worked on. */
  overwrite: 0.3,
  delete: 0.15,
  /** The file is written anew and then, soon after, as it was before. */
  flip: 0.3,
  /** The same bytes are written anew, with other metadata or after the recipe was mended. */
  again: 0.3,
  /** The file beside the dropped one never comes. */
  missing: 0.3,
  /** A creation is repeated under its Idempotency-Key. */
  repeat: 0.9,
  /** A file that the engine finds damaged, and work of the engine that does not come to an end. */
  damaged: 0.2,
  endless: 0.1,
  /** An invocation that is repeated while it still runs, because its caller gave it up. */
  overlap: 0.3,
  /** An operator stops the execution, or a client its task. */
  abort: 0.1,
  /** Somebody tries a failed job again. */
  retry: 0.5,
  /** An operator stops a batch, and has one that failed go on. */
  stop: 0.8,
  redrive: 0.9,
  /** The service knows no Idempotency-Key. */
  forgetful: 0.5,
} as const

export type Fault = keyof typeof FAULTS

/** Faults that cost a try: every caller has some more. */
export const RETRIED: readonly Fault[] = [
  'throttle',
  'lostAnswer',
  'crashBefore',
  'crashAfter',
  'answerGone',
]

/** Faults that cost nothing but time, however many there are. */
export const HARMLESS: readonly Fault[] = [
  ...(['doubled', 'twice', 'late', 'dropped', 'stale', 'crowded'] as const),
  ...(['instant', 'repeat', 'overlap'] as const),
]

const MILD: ReadonlySet<string> = new Set([...RETRIED, ...HARMLESS])
/** In a mild seed a run meets a few faults that are tried again, and not so many that no try is left. */
const MILD_SHARE = 0.1

/**
 * The chances of one seed. Every question has a name, and the answer depends on the seed, the name and how often it
 * was asked, on nothing else: taking one fault away leaves the others where they were, which is what lets a failure
 * shrink.
 */
export type Dice = {
  /** 0 ≤ x < 1. */
  roll(name: string): number
  /** A whole number, both ends included. */
  between(name: string, least: number, most: number): number
  /** Whether this fault happens here and now. */
  strikes(fault: Fault, place: string): boolean
  /** The faults that happened, `<fault> <place> <n>`, in order. */
  struck: string[]
}

/** The dice of a seed. With `only`, no fault happens but these. */
export function newDice(seed: number, only?: ReadonlySet<string>): Dice {
  const asked = new Map<string, number>()
  const roll = (name: string): number => {
    const n = asked.get(name) ?? 0
    asked.set(name, n + 1)
    return chance(seed, `${name} ${n}`)
  }
  const moods = new Map(
    Object.entries(FAULTS).map(([fault, most]) => [fault, moodOf(seed, fault, most)]),
  )
  const struck: string[] = []
  return {
    roll,
    between: (name, least, most) => least + Math.floor(roll(name) * (most - least + 1)),
    strikes: (fault, place) => {
      const name = `${fault} ${place}`
      const which = `${name} ${asked.get(name) ?? 0}`
      const happens = roll(name) < (moods.get(fault) ?? 0) && (!only || only.has(which))
      if (happens) struck.push(which)
      return happens
    },
    struck,
  }
}

/** Of sixteen seeds one is calm, and one mild; in the others half the faults are possible, each more or less. */
function moodOf(seed: number, fault: string, most: number): number {
  if (seed % 16 === 0) return 0
  const howMuch = chance(seed, `how much ${fault}`) * most
  if (seed % 8 === 0) return MILD.has(fault) ? howMuch * MILD_SHARE : 0
  return chance(seed, `mood ${fault}`) < 0.5 ? 0 : howMuch
}

/** A number in 0–1 from a seed and a text: FNV-1a, then the finish of MurmurHash3. */
function chance(seed: number, text: string): number {
  let hash = 0x811c9dc5 ^ seed
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
