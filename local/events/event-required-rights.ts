import type { RequiredRights } from '../aws-json/authorize.ts'
import { textField } from '../aws-json/authorize.ts'

/**
 * What PutEvents asks for: every bus that is named. Sources and detail types of all entries are values of the keys
 * `events:source` and `events:detail-type` (Service Authorization Reference, Amazon EventBridge).
 */
export function eventRequiredRights({
  region,
  account,
}: {
  region: string
  account: string
}): RequiredRights {
  return (operation, input) => {
    const { Entries: given }: { Entries?: unknown } = Object(input)
    const entries: unknown[] = Array.isArray(given) ? given : []
    const all = (name: string) => entries.map((entry) => textField(entry, name)).filter(Boolean)
    const buses = new Set(entries.map((entry) => textField(entry, 'EventBusName') || 'default'))
    const context = { 'events:source': all('Source'), 'events:detail-type': all('DetailType') }
    return [...buses].map((bus) => ({
      action: `events:${operation}`,
      resource: bus.startsWith('arn:')
        ? bus
        : `arn:aws:events:${region}:${account}:event-bus/${bus}`,
      context,
    }))
  }
}
