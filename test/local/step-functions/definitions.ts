export const region = 'eu-west-1'
export const account = '123456789012'
export const functionArn = (name: string): string =>
  `arn:aws:lambda:${region}:${account}:function:${name}`

/** A state machine of these states, starting at the first. */
export const machine = (states: Record<string, object>, more: object = {}): object => ({
  QueryLanguage: 'JSONata',
  StartAt: Object.keys(states)[0],
  States: states,
  ...more,
})

/** A Task that calls a function through the optimized integration, its Output the function's payload. */
export const invoke = (name: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke',
  Arguments: { FunctionName: functionArn(name), Payload: '{% $states.input %}' },
  Output: '{% $states.result.Payload %}',
  ...('Next' in more ? {} : { End: true }),
  ...more,
})

/** A callback Task: the function gets the token and the state's input. */
export const callback = (name: string, more: object = {}): object => ({
  Type: 'Task',
  Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
  Arguments: {
    FunctionName: functionArn(name),
    Payload: { token: '{% $states.context.Task.Token %}', input: '{% $states.input %}' },
  },
  TimeoutSeconds: 3600,
  ...('Next' in more ? {} : { End: true }),
  ...more,
})

/** An error with a name, as a function throws it. */
export const named = (name: string, message = 'no'): Error =>
  Object.assign(new Error(message), { name })
