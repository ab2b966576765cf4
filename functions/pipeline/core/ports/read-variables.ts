/** The variables that an execution had when it ended, by its ARN. @throws what the workflow's service refuses */
export type ReadVariables = (executionArn: string) => Promise<Record<string, unknown>>
