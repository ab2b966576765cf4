import { createContext, runInContext } from 'node:vm'
import { StateError } from '../state-error.ts'

/** The limits of one evaluation. It fails beyond them, so that it cannot block the process. */
const evaluationLimits = { ms: 3_000, steps: 1_000_000, searchMs: 1_000 }

/** Counts the steps of one JSONata evaluation. */
export type EvaluationGuard = { step(): void }

/** Creates a guard that throws States.QueryEvaluationError when an evaluation takes too long or too many steps. */
export function createGuard(bounds = evaluationLimits): EvaluationGuard {
  const start = performance.now()
  let steps = 0
  return {
    step() {
      steps += 1
      if (steps > bounds.steps) throw tooLong(`${bounds.steps} steps`)
      // Reading the clock at every step would double the cost of small expressions.
      if (steps % 512 === 0 && performance.now() - start > bounds.ms)
        throw tooLong(`${bounds.ms} ms`)
    },
  }
}

function tooLong(bound: string): StateError {
  return new StateError(
    'States.QueryEvaluationError',
    `the expression did not finish within ${bound}`,
  )
}

const sandbox = createContext({ regex: /x/, text: '' })

/**
 * A regular expression with a time limit. A pattern that backtracks without end would block the whole process, and
 * the step guard cannot see inside a search. It replaces RegExp in JSONata.
 */
export class GuardedRegExp {
  readonly #regex: RegExp

  constructor(source: RegExp) {
    this.#regex = new RegExp(source)
  }

  get lastIndex(): number {
    return this.#regex.lastIndex
  }

  set lastIndex(index: number) {
    this.#regex.lastIndex = index
  }

  exec(text: string): RegExpExecArray | null {
    // Short texts cannot backtrack for long, and the sandbox costs the start of a thread.
    if (text.length <= 16) return this.#regex.exec(text)
    Object.assign(sandbox, { regex: this.#regex, text })
    try {
      return runInContext('regex.exec(text)', sandbox, { timeout: evaluationLimits.searchMs })
    } catch (thrown) {
      if ((thrown as { code?: string }).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw thrown
      throw tooLong(`${evaluationLimits.searchMs} ms`)
    } finally {
      Object.assign(sandbox, { regex: null, text: '' })
    }
  }
}
