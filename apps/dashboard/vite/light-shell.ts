import type { Plugin } from 'vite'

// each of them belongs to pages that need it, and is loaded with those
const HEAVY = ['zod', 'react-hook-form', 'cmdk', '@codemirror/view', 'react-data-grid']

/**
 * Ends a build whose first load carries what it must not. One import of a schema in a route's search
 * parameters is enough to bring all of zod to everybody, and nothing else would say so.
 */
export const lightShell = (): Plugin => ({
  name: 'light-shell',
  apply: 'build',
  generateBundle(_, bundle) {
    const first = new Set<string>()
    const load = (fileName: string) => {
      const chunk = bundle[fileName]
      if (chunk?.type !== 'chunk' || first.has(fileName)) return
      first.add(fileName)
      chunk.imports.forEach(load)
    }
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk' && chunk.isEntry) load(chunk.fileName)

    for (const fileName of first) {
      const chunk = bundle[fileName]
      const ids = chunk?.type === 'chunk' ? Object.keys(chunk.modules) : []
      const heavy = HEAVY.find((name) => ids.some((id) => id.includes(`/node_modules/${name}/`)))
      if (heavy)
        this.error(
          `The first load would carry ${heavy}, in ${fileName}. Import what needs it lazily; a route's search parameters are parsed by plain functions (lib/search-params.ts).`,
        )
    }
  },
})
