let chosen = false

/**
 * Chooses the seed of the random tests of a run and prints it. `DARKROOM_SEED=4711 npx vitest run <file>` repeats
 * what a run with this seed tried.
 */
export default function chooseSeed(): void {
  if (chosen) return
  chosen = true
  process.env['DARKROOM_SEED'] ??= String(Date.now() % 1_000_000)
  process.stdout.write(`Random tests use DARKROOM_SEED=${process.env['DARKROOM_SEED']}.\n`)
}
