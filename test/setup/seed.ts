/** The seed of this run: `DARKROOM_SEED`, or a number from the clock that is printed when the run starts. */
export const RUN_SEED = Number(process.env['DARKROOM_SEED'] ?? 1)
