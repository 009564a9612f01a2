import type { Plugin } from 'vite'

// functions and plain values are dropped when unused without help
const PLAIN = new Set(['ArrowFunctionExpression', 'FunctionExpression', 'Literal', 'Identifier'])

/**
 * Lets the bundler drop what nobody uses of the contract. The shell reads a few plain tables of it
 * (who may do what, which status allows which action) that stand beside schemas, and a schema is a
 * chain of calls: without the mark none of them is dropped, and all of zod stays with them.
 */
export const pureContract = (): Plugin => ({
  name: 'pure-contract',
  apply: 'build',
  transform: {
    filter: { id: /\/packages\/contract\/src\/[\w-]+\.ts$/ },
    handler(code) {
      const values = this.parse(code)
        .body.map((node) => (node.type === 'ExportNamedDeclaration' ? node.declaration : node))
        .flatMap((node) => (node?.type === 'VariableDeclaration' ? node.declarations : []))
        .flatMap(({ init }) => (init && !PLAIN.has(init.type) ? [init] : []))
      // from the end, so that the places before it stay where they were
      const marked = values.reduceRight(
        (text, { start, end }) =>
          `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`,
        code,
      )
      return { code: marked, map: null, moduleSideEffects: false }
    },
  },
})
