import { Kind, parse } from 'graphql'

/**
 * The operation to run. GraphiQL learns the names in a text a moment after it was typed, so where a
 * name is not in it, or there is nothing to choose between, none is sent.
 */
export function operationNameFor(query: string, chosen: string | null | undefined) {
  try {
    const names = parse(query, { noLocation: true }).definitions.flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? [definition.name?.value] : [],
    )
    return chosen && names.length > 1 && names.includes(chosen) ? chosen : null
  } catch {
    return null // the answer says where the mistake is
  }
}
