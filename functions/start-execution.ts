/**
 * Starts an execution of a workflow under a name that is used only once. Returns `duplicate` when there was an
 * execution of this name already. Repetitions with the same name must have the same input.
 */
export type StartExecution = (
  name: string,
  input: Readonly<Record<string, unknown>>,
) => Promise<'started' | 'duplicate'>
