/** An input or output of a model: its name, or its place counted from 0. */
export type ModelEnd = string | number

/** What a model is given in one of its inputs. LiteRT takes floats, by places. */
export type ModelInput = {
  input: ModelEnd
  shape: readonly number[]
  values: Float32Array | Uint8Array
}

/** What a model gives in one of its outputs. */
export type ModelOutput = { shape: readonly number[]; values: Float32Array | Uint8Array }

/** What runs that belong together have taken, seconds. */
export type RunClock = { seconds: number }

/** A network of a file that users bring. */
export type ModelNet = {
  /**
   * Runs the model once.
   * @param output the output that is wanted
   * @param clock of runs that belong together, such as those over the tiles of one picture: together they may take as
   * long as one
   * @throws Error in words when the model takes longer or needs more memory than it may, or cannot be run
   */
  run(inputs: readonly ModelInput[], output: ModelEnd, clock?: RunClock): Promise<ModelOutput>
}
