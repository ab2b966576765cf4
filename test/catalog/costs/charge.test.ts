import { expect, test } from 'vitest'
import { type Charge, chargeFromHeaders, chargeHeaders } from '../../../catalog/costs/charge.ts'
import type { Generation } from '../../../catalog/generator/generation.ts'

function inHeaders(headers: Record<string, string | null | undefined>) {
  return chargeFromHeaders((name) => headers[name])
}

const FILLED: Generation = { generator: 'own', operation: 'fill', model: 'm', dollars: 0.07 }

test.each<Charge>([
  { units: 0 },
  { units: 1 },
  { units: 8, seconds: 4 },
  { units: 0, generations: [FILLED] },
])('a charge of %j comes back out of its headers', (charge) => {
  expect(inHeaders(chargeHeaders(charge))).toEqual(charge)
})

test.each([undefined, null, '', '1.5', '-1', '1e3', ' 1', 'many', '1234567890'])(
  '%j is no number of units',
  (units) => {
    expect(inHeaders({ 'darkroom-units': units, 'darkroom-seconds': '4' })).toBeUndefined()
  },
)

test('units count without valid seconds', () => {
  expect(inHeaders({ 'darkroom-units': '8', 'darkroom-seconds': '3.2' })).toEqual({ units: 8 })
})
