import { createContext, runInContext } from 'node:vm'
import { StateError } from '../state-error.ts'

/** What one evaluation may cost before it fails instead of holding up the process. */
const evaluationLimits = { ms: 3_000, steps: 1_000_000, searchMs: 1_000 }

/** Counts the steps of one JSONata evaluation. */
export type EvaluationGuard = { step(): void }

/** A guard that throws States.QueryEvaluationError when an evaluation passes its bounds of time or steps. */
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
 * A regular expression whose search is ended by the clock: a pattern that backtracks without end would otherwise hold the
 * whole process, and no step guard can see into it. It stands in for RegExp inside JSONata.
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
    // Short texts cannot backtrack for long; the sandbox costs a thread start.
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
