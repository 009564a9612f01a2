import type {} from 'postgraphile/graphile-build'
import type {} from 'postgraphile/graphile-build-pg'

/** A column called id keeps its name; the global identity of GraphQL takes another. */
export const idNamesPlugin: GraphileConfig.Plugin = {
  name: 'PlinthIdNamesPlugin',
  version: '1.0.0',
  after: ['PgAttributesPlugin', 'NodePlugin'],
  inflection: {
    replace: {
      nodeIdFieldName: () => 'nodeId',
      _attributeName: (previous, _options, details) =>
        previous?.({ ...details, skipRowId: true }) ?? details.attributeName,
    },
  },
}
