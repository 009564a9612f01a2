import { type ReactNode, createContext, useContext, useEffect, useMemo, useState } from 'react'

type EntityTitle = { readonly name: string | undefined; readonly set: (name?: string) => void }

const Context = createContext<EntityTitle>({ name: undefined, set: () => {} })

/** Lets a page name the thing it shows in the browser's title; the layout writes the title. */
export function EntityTitleProvider({ children }: { children: ReactNode }) {
  const [name, set] = useState<string | undefined>()
  const value = useMemo(() => ({ name, set }), [name])
  return <Context value={value}>{children}</Context>
}

export const useEntityName = () => useContext(Context).name

/** Puts a thing's name (a query's, a table's) first in the browser's title while the page is shown. */
export function useEntityTitle(name: string | undefined) {
  const { set } = useContext(Context)
  useEffect(() => {
    set(name)
    return () => set(undefined)
  }, [set, name])
}
