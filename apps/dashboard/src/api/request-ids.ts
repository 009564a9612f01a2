type Call = { readonly context: object }
type Answered = { readonly headers: Record<string, string | string[] | undefined> }

const ofCall = new WeakMap<object, string>()
const ofError = new WeakMap<object, string>()

/** Remembers which request a call was, by the platform's own number for it. */
export async function noteRequestId<Response extends Answered>({
  context,
  next,
}: Call & { next: () => Promise<Response> }): Promise<Response> {
  const response = await next()
  const id = response.headers['x-request-id']
  if (typeof id === 'string') ofCall.set(context, id)
  return response
}

/** Hands the number on to the error the call failed with. */
export async function markError({
  context,
  next,
}: Call & { next: () => Promise<unknown> }): Promise<unknown> {
  try {
    return await next()
  } catch (error) {
    const id = ofCall.get(context)
    if (id && typeof error === 'object' && error !== null) ofError.set(error, id)
    throw error
  }
}

/** The number under which the platform's log has the request that failed. */
export const requestIdOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null ? ofError.get(error) : undefined
