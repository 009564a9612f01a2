import { lambda, type Step } from 'postgraphile/grafast'
import type {} from 'postgraphile/graphile-build'

type Rows = Step<number | null | undefined>
type Paged = Step & {
  readonly setFirst: (first: Rows) => unknown
  readonly setLast: (last: Rows) => unknown
}
const isPaged = (step: unknown): step is Paged =>
  typeof step === 'object' && step !== null && 'setFirst' in step

/** A list gives as many rows as the data API gives of a table, however many were asked for. */
export const pageLimitPlugin = (maxRows: number): GraphileConfig.Plugin => ({
  name: 'PlinthPageLimitPlugin',
  version: '1.0.0',
  after: ['PgFirstLastBeforeAfterArgsPlugin'],
  schema: {
    hooks: {
      GraphQLObjectType_fields_field_args(args, _build, { scope }) {
        if (!isList(scope) || !args['first']) return args
        const limited = (name: 'first' | 'last') => {
          const arg = args[name]
          if (!arg) return {}
          const description = `Only read the ${name} \`n\` values of the set, ${maxRows} at most.`
          // applied below, where it is known which of them were given
          const { applyPlan: _applied, ...rest } = arg
          return { [name]: { ...rest, description } }
        }
        return { ...args, ...limited('first'), ...limited('last') }
      },
      GraphQLObjectType_fields_field(field, _build, { scope }) {
        const { plan } = field
        if (!isList(scope) || !plan) return field
        return {
          ...field,
          plan(parent, given, info) {
            const $list = plan(parent, given, info)
            const args = new Set(info.field.args.map(({ name }) => name))
            if (!args.has('first') || !isPaged($list)) return $list
            const $first = given.getRaw('first')
            if (!args.has('last')) {
              $list.setFirst(lambda($first, (first) => atMost(first, maxRows) ?? maxRows))
              return $list
            }
            const $last = given.getRaw('last')
            $list.setLast(lambda($last, (last) => atMost(last, maxRows)))
            $list.setFirst(
              lambda([$first, $last], ([first, last]) =>
                // counted from the end alone, it must not be cut from the start
                typeof last === 'number'
                  ? atMost(first, maxRows)
                  : (atMost(first, maxRows) ?? maxRows),
              ),
            )
            return $list
          },
        }
      },
    },
  },
})

const isList = (scope: { isPgFieldConnection?: boolean; isPgFieldSimpleCollection?: boolean }) =>
  scope.isPgFieldConnection || scope.isPgFieldSimpleCollection

const atMost = (asked: unknown, maxRows: number): number | undefined =>
  typeof asked === 'number' ? Math.min(asked, maxRows) : undefined
