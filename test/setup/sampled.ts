/**
 * Some of the cases in `npm test`, all of them in `npm run test:long`. The file stands in `SAMPLED` of `projects.ts`.
 * @param cases those first that have found the most
 * @param count how many of them are tried each time
 */
export function sampled<Case>(count: number, cases: readonly Case[]): readonly Case[] {
  return process.env[EVERY_CASE] === 'yes' ? cases : cases.slice(0, count)
}

/** The variable that asks for all cases. */
export const EVERY_CASE = 'DARKROOM_EVERY_CASE'
