/**
 * Some of the cases in `npm test`, all of them in `npm run test:long`, which runs every file that imports this.
 * @param cases those first that have found the most
 * @param count how many of them are tried each time
 */
export function sampled<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return isEveryCaseTried() ? cases : cases.slice(0, count)
}

/** `few` in `npm test`, `all` in `npm run test:long`: how many files, seeds or frames a test takes. */
export function fewOrAll(few: number, all: number): number {
  return isEveryCaseTried() ? all : few
}

/** Whether this is a run of `npm run test:long`: for `test.runIf`, where another test is the sample of `npm test`. */
export function isEveryCaseTried(): boolean {
  return process.env[EVERY_CASE] === 'yes'
}

/** The variable that asks for all cases. */
export const EVERY_CASE = 'DARKROOM_EVERY_CASE'
