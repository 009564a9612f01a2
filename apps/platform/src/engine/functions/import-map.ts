import { posix } from 'node:path'
import { z } from 'zod'

const Imports = z.record(z.string(), z.string())
const Map = z.looseObject({
  imports: Imports.optional(),
  scopes: z.record(z.string(), Imports).optional(),
})
const NAMES = ['deno.json', 'import_map.json']
const PACKAGE = /^(npm|jsr):\/?([^/].*[^/])$/

type File = { readonly path: string; readonly content: Buffer }

/** What maps a function's imports, and the folder from which what it says is meant. */
export type ImportMap = { readonly folder: string; readonly text: string }

/**
 * Of a deno.json or import_map.json beside the entry point, or in the function's own folder, the part
 * that maps imports, and nothing else that it may say. @throws where that is not JSON of this shape
 */
export function importMapOf(files: readonly File[], entrypoint: string): ImportMap | undefined {
  for (const folder of new Set([posix.dirname(entrypoint), '.'])) {
    for (const name of NAMES) {
      const path = posix.join(folder, name)
      const file = files.find((each) => each.path === path)
      const map = file && read(file)
      if (map?.imports || map?.scopes) {
        const { imports = {}, scopes } = map
        return { folder, text: JSON.stringify({ imports: withInside(imports), scopes }) }
      }
    }
  }
  return undefined
}

function read({ path, content }: File) {
  try {
    return Map.parse(JSON.parse(content.toString('utf8')))
  } catch (cause) {
    throw new Error(`${path} does not map imports: it is not JSON of that shape`, { cause })
  }
}

/** A package that is mapped is mapped with what lies inside it, as a deno.json means it. */
function withInside(imports: z.infer<typeof Imports>) {
  const inside = Object.entries(imports).flatMap(([name, target]) => {
    const [, registry, rest] = PACKAGE.exec(target) ?? []
    const key = `${name}/`
    return registry && rest && !(key in imports) ? [[key, `${registry}:/${rest}/`]] : []
  })
  return { ...imports, ...Object.fromEntries(inside) }
}
