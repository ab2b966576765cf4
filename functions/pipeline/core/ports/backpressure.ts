/** What the service says of its room where it refuses to create a task, for whoever begins further files. */
export type Backpressure = {
  /** Notes that the service takes no further task of a job's key for so many seconds; 0 where it does not say. */
  refused(job: string, retryAfterSeconds: number): Promise<void>
}

/** Epoch seconds until which the service takes no task, whatever the key; 0 where it takes some. */
export type ServiceFullUntil = () => Promise<number>
