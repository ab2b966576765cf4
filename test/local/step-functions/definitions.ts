export const region = 'eu-west-1'
export const account = '123456789012'
export function functionArn(name: string): string {
  return `arn:aws:lambda:${region}:${account}:function:${name}`
}

/** A state machine of these states, starting at the first. */
export function machine(states: Record<string, object>, more: object = {}): object {
  return {
    QueryLanguage: 'JSONata',
    StartAt: Object.keys(states)[0],
    States: states,
    ...more,
  }
}

/** A Task that calls a function through the optimized integration, its Output the function's payload. */
export function invoke(name: string, more: object = {}): object {
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: functionArn(name), Payload: '{% $states.input %}' },
    Output: '{% $states.result.Payload %}',
    ...('Next' in more ? {} : { End: true }),
    ...more,
  }
}

/** A callback Task: the function gets the token and the state's input. */
export function callback(name: string, more: object = {}): object {
  return {
    Type: 'Task',
    Resource: 'arn:aws:states:::lambda:invoke.waitForTaskToken',
    Arguments: {
      FunctionName: functionArn(name),
      Payload: { token: '{% $states.context.Task.Token %}', input: '{% $states.input %}' },
    },
    TimeoutSeconds: 3600,
    ...('Next' in more ? {} : { End: true }),
    ...more,
  }
}

/** An error with a name, as a function throws it. */
export function named(name: string, message = 'no'): Error {
  return Object.assign(new Error(message), { name })
}
