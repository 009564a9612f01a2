import { client } from './client.ts'
import { isAnswer } from './errors.ts'

/** Whether the platform answers, whatever it says. */
export const isReachable = (): Promise<boolean> =>
  client.auth.session({}).then(
    () => true,
    (error: unknown) => isAnswer(error),
  )
