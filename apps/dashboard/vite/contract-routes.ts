import { type AnyContractRouter, isContractProcedure } from '@orpc/contract'
import { contract } from '@plinth/contract'
import type { Plugin } from 'vite'

const NAME = 'virtual:contract-routes'
const RESOLVED = `\0${NAME}`

/** What the client needs to know of a call to make it: the method and the path, not the schemas. */
const routesOf = (router: AnyContractRouter): unknown => {
  if (isContractProcedure(router)) {
    const { method, path, successStatus, inputStructure } = router['~orpc'].route
    const route = { method, path, successStatus, inputStructure }
    return { '~orpc': { errorMap: {}, meta: {}, route } }
  }
  return Object.fromEntries(Object.entries(router).map(([name, inner]) => [name, routesOf(inner)]))
}

/**
 * The contract as plain data. Its schemas would bring zod into the first chunk, where nothing
 * needs it: the platform validates, and forms load the schemas they show errors from.
 */
export const contractRoutes = (): Plugin => ({
  name: 'contract-routes',
  resolveId: (id) => (id === NAME ? RESOLVED : undefined),
  load: (id) => {
    if (id !== RESOLVED) return undefined
    return `export default JSON.parse(${JSON.stringify(JSON.stringify(routesOf(contract)))})`
  },
})
