import { InvalidArgumentError } from 'commander'

/** An option of a runner that is a whole number from 1. */
export function parseWholeNumber(text: string): number {
  const number = Number(text)
  if (Number.isSafeInteger(number) && number >= 1) return number
  throw new InvalidArgumentError('It is a whole number from 1.')
}
