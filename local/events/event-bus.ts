import { type BusEvent, createBusEvent, type EventDraft } from './bus-event.ts'
import { compilePattern } from './compile-pattern.ts'
import { shapeInput, type TargetInput } from './shape-input.ts'

/** Where the events of a rule go. `deliver` has stored the text when it returns. */
export type Target = { readonly input: TargetInput; readonly deliver: (text: string) => void }

/** A rule of the default bus. */
export type Rule = {
  readonly name: string
  readonly pattern: unknown
  readonly targets: readonly Target[]
}

/** The default event bus. What is put on it reaches the targets of every rule that matches. */
export type EventBus = {
  /** Delivers the event before it returns, and returns the event's id. */
  put(draft: EventDraft): string
  /** Delivers an event whose envelope is complete. */
  deliver(event: BusEvent): void
}

/**
 * Creates a bus with these rules.
 * @throws PatternError for a rule whose pattern cannot be matched
 */
export function createEventBus(
  rules: readonly Rule[],
  options: { region: string; account: string; clock?: () => number },
): EventBus {
  const clock = options.clock ?? Date.now
  const compiled = rules.map((rule) => ({
    ...rule,
    matches: compilePattern(rule.pattern, rule.name),
  }))
  const deliver = (event: BusEvent): void => {
    for (const rule of compiled) {
      if (!rule.matches(event)) continue
      for (const target of rule.targets) target.deliver(shapeInput(event, target.input))
    }
  }
  return {
    deliver,
    put: (draft) => {
      const event = createBusEvent(draft, { ...options, now: clock() })
      deliver(event)
      return event.id
    },
  }
}
